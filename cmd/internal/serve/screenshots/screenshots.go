// Package screenshots has pictures of the page. TestScreenshots in package pagetest makes
// them; the documents show them, and shops of apps do.
package screenshots

import "embed"

//go:embed analysis.png phone.png
var files embed.FS

// Files returns the pictures that the manifest of the site names.
func Files() embed.FS { return files }

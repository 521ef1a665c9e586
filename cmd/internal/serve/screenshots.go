package serve

import (
	"embed"
	"io/fs"
)

// The pictures of the page that shops of apps show. TestScreenshots in package pagetest makes
// them and those of the documents.
//
//go:embed screenshots/analysis.png screenshots/phone.png
var screenshots embed.FS

// Screenshots returns the pictures that the manifest of the site names.
func Screenshots() (fs.FS, error) { return fs.Sub(screenshots, "screenshots") }

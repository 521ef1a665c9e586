package site

// The icon as pictures of pixels, which phones ask for when the page is installed.

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
)

// addIcons adds the icons that manifest.webmanifest names.
func addIcons(files map[string][]byte) error {
	for name, icon := range map[string]struct {
		size  int
		share float64 // of the width that the drawing takes
	}{
		"icon-192.png":          {192, 1},
		"icon-512.png":          {512, 1},
		"icon-maskable-512.png": {512, 0.8}, // a phone may cut off the rest
	} {
		var out bytes.Buffer
		if err := png.Encode(&out, drawIcon(icon.size, icon.share)); err != nil {
			return err
		}
		files[name] = out.Bytes()
	}
	return nil
}

// point is a place on the icon, which is 64 wide and high.
type point struct{ x, y float64 }

// iconShape is a part of icon.svg: a polygon, or a line of two points, with an
// outline whose corners are round.
type iconShape struct {
	points  []point
	fill    color.RGBA // transparent: none
	outline color.RGBA
	width   float64
}

func rectangle(left, top, right, bottom float64) []point {
	return []point{{left, top}, {right, top}, {right, bottom}, {left, bottom}}
}

func grey(red, green, blue uint8) color.RGBA { return color.RGBA{red, green, blue, 255} }

// iconShapes returns the parts of icon.svg from the highest to the lowest. A round
// corner is the wide outline of a smaller rectangle.
func iconShapes() []iconShape {
	stone, light, edge := grey(0xb5, 0xad, 0x9b), grey(0xa3, 0xb0, 0xbd), grey(0x42, 0x4c, 0x58)
	gold := grey(0xf0, 0xc7, 0x50)
	city := rectangle(13, 13, 51, 51)
	return []iconShape{
		{[]point{{27, 25}, {37, 25}}, color.RGBA{}, gold, 3},
		{[]point{{32, 20}, {32, 34}}, color.RGBA{}, gold, 3},
		{[]point{{23, 18}, {32, 27}, {41, 18}}, light, color.RGBA{}, 0},
		{rectangle(23, 18, 41, 36), grey(0x6d, 0x7a, 0x88), edge, 2},
		{[]point{{25, 8}, {32, 14}, {32, 56}, {25, 56}}, light, color.RGBA{}, 0},
		{[]point{{25, 8}, {39, 8}, {39, 20}, {52, 20}, {52, 34}, {39, 34}, {39, 56}, {25, 56}, {25, 34}, {12, 34}, {12, 20}, {25, 20}},
			grey(0x8d, 0x9a, 0xa8), edge, 2.5},
		{city, stone, stone, 17},
		{city, color.RGBA{}, grey(0x6d, 0x66, 0x56), 23},
	}
}

// at returns the colour of the shape at a point, and whether it has one there.
func (s *iconShape) at(p point) (color.RGBA, bool) {
	inside, nearest := false, math.Inf(1)
	for i, b := range s.points {
		a := s.points[(i+len(s.points)-1)%len(s.points)]
		if (a.y > p.y) != (b.y > p.y) && p.x < a.x+(p.y-a.y)/(b.y-a.y)*(b.x-a.x) {
			inside = !inside
		}
		nearest = min(nearest, squaredDistance(p, a, b))
	}
	switch {
	case s.width > 0 && nearest <= s.width*s.width/4:
		return s.outline, true
	case inside && s.fill.A > 0:
		return s.fill, true
	}
	return color.RGBA{}, false
}

// squaredDistance returns the square of the distance of p from the line between two
// different points.
func squaredDistance(p, a, b point) float64 {
	dx, dy := b.x-a.x, b.y-a.y
	along := ((p.x-a.x)*dx + (p.y-a.y)*dy) / (dx*dx + dy*dy)
	along = min(1, max(0, along))
	dx, dy = p.x-a.x-along*dx, p.y-a.y-along*dy
	return dx*dx + dy*dy
}

// drawIcon draws the icon in size pixels. The drawing takes a share of the width,
// and a background the rest of it.
func drawIcon(size int, share float64) image.Image {
	const samples = 2 // in each direction of a pixel
	shapes := iconShapes()
	picture := image.NewRGBA(image.Rect(0, 0, size, size))
	var background color.RGBA
	if share < 1 {
		background = grey(0xb5, 0xad, 0x9b)
	}
	colourAt := func(x, y float64) color.RGBA {
		p := point{32 + (x-32)/share, 32 + (y-32)/share}
		for i := range shapes {
			if colour, covers := shapes[i].at(p); covers {
				return colour
			}
		}
		return background
	}
	for y := range size {
		for x := range size {
			var sum [4]int
			for sample := range samples * samples {
				dx, dy := float64(sample%samples)+0.5, float64(sample/samples)+0.5
				c := colourAt((float64(x)+dx/samples)*64/float64(size), (float64(y)+dy/samples)*64/float64(size))
				for i, part := range []uint8{c.R, c.G, c.B, c.A} {
					sum[i] += int(part)
				}
			}
			mean := func(i int) uint8 { return uint8(sum[i] / (samples * samples)) }
			picture.SetRGBA(x, y, color.RGBA{mean(0), mean(1), mean(2), mean(3)})
		}
	}
	return picture
}

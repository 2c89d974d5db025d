//! Pictures of the page: reduced in size, kept, and compared with a tolerance.

use std::fs::{self, File};
use std::io::{BufRead, Cursor, Seek};
use std::ops::Range;
use std::path::Path;

use png::{ColorType, Transformations};

/// The side of the square of the page that a pixel of a small picture shows.
pub const SQUARE: usize = 20;
/// The side of the windows that are compared, in pixels of a small picture.
const WINDOW: usize = 2;
/// The greatest difference of two windows' mean colours, of 255, that is accepted. Letters of another
/// weight, or 2 % wider, change them by less; a button that is missing, or a board 12 pixels to the
/// right, by more.
const TOLERANCE: u8 = 20;
/// The number of pictures in a row of a sheet.
const COLUMNS: usize = 8;

/// Red, green and blue of each pixel, row by row.
#[derive(Clone)]
pub struct Picture {
    width: usize,
    pixels: Vec<[u8; 3]>,
}

/// Small pictures of one size, in one file.
pub struct Sheet {
    picture: Picture,
    /// The width and height of each.
    size: [usize; 2],
}

/// The difference of two small pictures.
pub struct Difference {
    /// The middles of the windows that differ, in pixels of the page.
    pub places: Vec<[usize; 2]>,
    /// The greatest difference of a colour, of 255.
    pub most: u8,
}

impl Picture {
    fn height(&self) -> usize {
        self.pixels.len() / self.width
    }

    /// A picture from the contents of a PNG file.
    pub fn read(png: impl BufRead + Seek) -> Self {
        let mut decoder = png::Decoder::new(png);
        decoder.set_transformations(Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().expect("a picture");
        let mut bytes = vec![0; reader.output_buffer_size().expect("it fits")];
        let frame = reader.next_frame(&mut bytes).expect("a picture");
        let samples = frame.color_type.samples();
        assert!(samples >= 3, "the picture has colours");
        let pixels = bytes[..frame.buffer_size()].chunks_exact(samples);
        Self {
            width: frame.width as usize,
            pixels: pixels.map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect(),
        }
    }

    /// The mean colour of a square.
    fn mean(&self, [left, top]: [usize; 2], side: usize) -> [u8; 3] {
        let mut sums = [0; 3];
        for y in top..top + side {
            for pixel in &self.pixels[y * self.width + left..][..side] {
                for (sum, &part) in sums.iter_mut().zip(pixel) {
                    *sum += usize::from(part);
                }
            }
        }
        sums.map(|sum| u8::try_from(sum / (side * side)).expect("a mean of bytes"))
    }

    /// The picture with one pixel for each square.
    pub fn small(&self) -> Self {
        let [width, height] = [self.width, self.height()].map(|side| side / SQUARE);
        let places = (0..height).flat_map(|y| (0..width).map(move |x| [x * SQUARE, y * SQUARE]));
        Self {
            width,
            pixels: places.map(|place| self.mean(place, SQUARE)).collect(),
        }
    }

    /// The difference of two small pictures of the same size, unless it is accepted.
    pub fn difference(&self, other: &Self) -> Option<Difference> {
        let [width, height] = [self.width, self.height()].map(|side| side + 1 - WINDOW);
        let mut most = 0;
        let mut places = Vec::new();
        for place in (0..height).flat_map(|y| (0..width).map(move |x| [x, y])) {
            let [one, two] = [self, other].map(|picture| picture.mean(place, WINDOW));
            let parts = one.into_iter().zip(two).map(|(a, b)| a.abs_diff(b));
            let difference = parts.max().unwrap_or(0);
            if difference > TOLERANCE {
                most = most.max(difference);
                places.push(place.map(|start| (2 * start + WINDOW) * SQUARE / 2));
            }
        }
        (!places.is_empty()).then_some(Difference { places, most })
    }
}

impl Sheet {
    /// A sheet of this many pictures of one size, all grey.
    pub fn blank(count: usize, size: [usize; 2]) -> Self {
        let [width, height] = size;
        let pixels = COLUMNS * width * count.div_ceil(COLUMNS) * height;
        let picture = Picture {
            width: COLUMNS * width,
            pixels: vec![[128; 3]; pixels],
        };
        Self { picture, size }
    }

    pub fn read(path: &Path, size: [usize; 2]) -> Self {
        let file = fs::read(path).expect("the pictures are in the repository");
        let picture = Picture::read(Cursor::new(file));
        Self { picture, size }
    }

    pub fn write(&self, path: &Path) {
        let file = File::create(path).expect("a file can be written");
        let size = [self.picture.width, self.picture.height()];
        let [width, height] = size.map(|side| u32::try_from(side).expect("a small picture"));
        let mut encoder = png::Encoder::new(file, width, height);
        encoder.set_color(ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        let mut writer = encoder.write_header().expect("writable");
        writer
            .write_image_data(self.picture.pixels.as_flattened())
            .expect("writable");
    }

    /// The places of a picture's rows among the sheet's pixels.
    fn rows(&self, index: usize) -> impl Iterator<Item = Range<usize>> + use<> {
        let [width, height] = self.size;
        let sheet = self.picture.width;
        let [x, y] = [index % COLUMNS * width, index / COLUMNS * height];
        (y..y + height).map(move |y| y * sheet + x..y * sheet + x + width)
    }

    pub fn put(&mut self, index: usize, picture: &Picture) {
        assert_eq!(self.size, [picture.width, picture.height()]);
        for (place, row) in self.rows(index).zip(picture.pixels.chunks(picture.width)) {
            self.picture.pixels[place].copy_from_slice(row);
        }
    }

    /// A picture; `None` if the sheet has fewer.
    pub fn get(&self, index: usize) -> Option<Picture> {
        let rows = self.rows(index).map(|row| self.picture.pixels.get(row));
        let rows: Vec<&[[u8; 3]]> = rows.collect::<Option<_>>()?;
        Some(Picture {
            width: self.size[0],
            pixels: rows.concat(),
        })
    }
}

impl Picture {
    /// A rectangle in one colour.
    fn cover(&mut self, [left, right]: [usize; 2], [top, bottom]: [usize; 2], colour: [u8; 3]) {
        for y in top..bottom {
            self.pixels[y * self.width..][left..right].fill(colour);
        }
    }
}

/// A page of text lines between cards, each letter a pixel or two wide.
fn page_with(text_from: usize, [left, top]: [usize; 2]) -> Picture {
    let mut page = Picture {
        width: 400,
        pixels: vec![[251, 250, 247]; 400 * 400],
    };
    page.cover([left, left + 160], [top, top + 160], [21, 86, 138]);
    for (line, y) in (20..380).step_by(24).enumerate() {
        for x in (240 + text_from..380 - line).step_by(5) {
            page.cover([x, x + 1 + x % 2], [y, y + 10], [29, 33, 38]);
        }
    }
    page
}

#[test]
fn a_changed_picture_is_refused() {
    let page = page_with(0, [20, 20]);
    let refused = |other: &Picture| page.small().difference(&other.small());
    assert!(refused(&page).is_none());
    assert!(
        refused(&page_with(2, [20, 20])).is_none(),
        "letters elsewhere"
    );
    assert!(refused(&page_with(0, [22, 20])).is_none(), "two pixels");
    assert!(refused(&page_with(0, [50, 20])).is_some(), "to the right");
    assert!(refused(&page_with(0, [20, 32])).is_some(), "further down");
    let mut dark = page.clone();
    dark.pixels
        .iter_mut()
        .for_each(|pixel| *pixel = pixel.map(|part| 255 - part));
    assert!(refused(&dark).is_some(), "dark");
    let mut without_text = page.clone();
    without_text.cover([220, 400], [200, 400], [251, 250, 247]);
    let Difference { places, most } = refused(&without_text).expect("a difference");
    assert!(most > TOLERANCE);
    let is_there = |[x, y]: [usize; 2]| x > 200 && y > 180;
    assert!(places.into_iter().all(is_there), "only where the text was");
}

#[test]
fn a_sheet_keeps_its_pictures() {
    let pictures = [page_with(0, [20, 20]), page_with(0, [60, 60])].map(|page| page.small());
    let mut sheet = Sheet::blank(COLUMNS + 1, [20, 20]);
    sheet.put(1, &pictures[0]);
    sheet.put(COLUMNS, &pictures[1]);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("sheet.png");
    sheet.write(&file);
    let read = Sheet::read(&file, [20, 20]);
    for (place, picture) in [(1, &pictures[0]), (COLUMNS, &pictures[1])] {
        let kept = read.get(place).expect("a picture");
        assert_eq!(kept.pixels, picture.pixels);
    }
    assert!(read.get(2 * COLUMNS).is_none());
}

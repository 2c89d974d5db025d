//! Compares each puzzle's first board with a picture of it.
//!
//! `views/light.png` and `views/dark.png` show the boards, reduced to small pictures, in the order
//! of the gallery. With `FEWEST_NEW_VIEWS=1` in the environment, the test replaces them; check them
//! by eye before you commit them. If a board looks different, the pictures of the test are in the
//! folder for screenshots.

use std::fs::{self, File};
use std::io::{BufReader, Cursor};
use std::path::{Path, PathBuf};

use png::{ColorType, Transformations};

use crate::page::{Page, screenshots, until};

/// The side of a small picture, and the number of them in a row, in pixels.
const SIDE: usize = 72;
const COLUMNS: usize = 8;
/// The side of the squares that are compared. Edges and letters that move by less than a pixel
/// change a square by less than [`TOLERANCE`], of 255.
const SQUARE: usize = 8;
const TOLERANCE: u32 = 16;

/// Red, green and blue of each pixel, row by row.
#[derive(Clone, PartialEq, Eq)]
struct Picture {
    width: usize,
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    fn blank(width: usize, height: usize) -> Self {
        let pixels = vec![[128; 3]; width * height];
        Self { width, pixels }
    }

    fn height(&self) -> usize {
        self.pixels.len() / self.width
    }

    fn read(png: impl std::io::BufRead + std::io::Seek) -> Self {
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

    fn write(&self, path: &Path) {
        fs::create_dir_all(path.parent().expect("a file")).expect("a folder");
        let file = File::create(path).expect("a file can be written");
        let [width, height] = [self.width, self.height()].map(|side| u32::try_from(side).unwrap());
        let mut encoder = png::Encoder::new(file, width, height);
        encoder.set_color(ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        let mut writer = encoder.write_header().expect("writable");
        writer
            .write_image_data(self.pixels.as_flattened())
            .expect("writable");
    }

    /// The mean colour of a rectangle.
    fn mean(&self, [left, right]: [usize; 2], [top, bottom]: [usize; 2]) -> [u8; 3] {
        let rows = (top..bottom).map(|y| &self.pixels[y * self.width..][left..right]);
        let mut sums = [0; 3];
        for pixel in rows.flatten() {
            for (sum, &part) in sums.iter_mut().zip(pixel) {
                *sum += usize::from(part);
            }
        }
        let count = ((right - left) * (bottom - top)).max(1);
        sums.map(|sum| u8::try_from(sum / count).expect("a mean of bytes"))
    }

    /// The picture reduced to a square, whatever its shape.
    fn small(&self) -> Self {
        let [width, height] = [self.width, self.height()];
        let part = |i: usize, all: usize| [i * all / SIDE, ((i + 1) * all / SIDE).min(all)];
        let places = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| [x, y]));
        let pixels = places.map(|[x, y]| self.mean(part(x, width), part(y, height)));
        Self {
            width: SIDE,
            pixels: pixels.collect(),
        }
    }

    /// The largest difference of two squares at the same place.
    fn difference(&self, other: &Self) -> u32 {
        let starts = || (0..SIDE).step_by(SQUARE);
        let places = starts().flat_map(|y| starts().map(move |x| [x, y]));
        let differences = places.flat_map(|[x, y]| {
            let sides = [[x, x + SQUARE], [y, y + SQUARE]];
            let [one, two] = [self, other].map(|picture| picture.mean(sides[0], sides[1]));
            [0, 1, 2].map(|part| u32::from(one[part].abs_diff(two[part])))
        });
        differences.max().unwrap_or(0)
    }

    fn put(&mut self, index: usize, small: &Self) {
        let [x, y] = [index % COLUMNS * SIDE, index / COLUMNS * SIDE];
        for (row, pixels) in small.pixels.chunks(SIDE).enumerate() {
            self.pixels[(y + row) * self.width + x..][..SIDE].copy_from_slice(pixels);
        }
    }

    fn get(&self, index: usize) -> Option<Self> {
        let [x, y] = [index % COLUMNS * SIDE, index / COLUMNS * SIDE];
        let rows = (y..y + SIDE).map(|y| self.pixels.get(y * self.width + x..)?.get(..SIDE));
        let rows: Vec<&[[u8; 3]]> = rows.collect::<Option<_>>()?;
        Some(Self {
            width: SIDE,
            pixels: rows.concat(),
        })
    }
}

/// The board, once it no longer changes.
fn board(page: &Page) -> Picture {
    let picture = || Picture::read(Cursor::new(page.picture_of("#board-holder")));
    let mut last = picture();
    let mut now = picture();
    while now != last {
        last = now;
        now = picture();
    }
    now
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn boards_look_as_before() {
    let page = Page::open("views");
    // The best move is marked once it is known, sooner or later.
    page.click("#mark");
    let names = page.names();
    let mut errors = Vec::new();
    for scheme in ["light", "dark"] {
        page.prefer(&[
            ("prefers-color-scheme", scheme),
            ("prefers-reduced-motion", "reduce"),
        ]);
        let mut seen = Picture::blank(COLUMNS * SIDE, names.len().div_ceil(COLUMNS) * SIDE);
        for (place, name) in names.iter().enumerate() {
            page.change_to(name);
            until(name, || page.count("#board-holder .cell") > 0);
            seen.put(place, &board(&page).small());
        }
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/page/views");
        let kept = folder.join(format!("{scheme}.png"));
        if std::env::var_os("FEWEST_NEW_VIEWS").is_some() {
            seen.write(&kept);
        }
        seen.write(&screenshots().join(format!("views-{scheme}.png")));
        let file = File::open(&kept).expect("the pictures are in the repository");
        let before = Picture::read(BufReader::new(file));
        let [first, second] = [0, 1].map(|place| seen.get(place).expect("puzzles"));
        let other = first.difference(&second);
        assert!(other > TOLERANCE, "different puzzles look alike: {other}");
        for (place, name) in names.iter().enumerate() {
            let pair = before.get(place).zip(seen.get(place));
            let difference = pair.map(|(before, seen)| before.difference(&seen));
            if difference.is_none_or(|difference| difference > TOLERANCE) {
                errors.push(format!("{name}, {scheme}: {difference:?}"));
            }
        }
    }
    assert!(errors.is_empty(), "{errors:?}");
}

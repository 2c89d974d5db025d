//! Narrow and wide, light and dark.

use crate::page::Page;

/// The largest part of the page that is cut off at the side, in pixels.
const OVERFLOW: &str = "
    const root = document.documentElement;
    return root.scrollWidth - root.clientWidth;
";

#[test]
fn every_width_in_light_and_dark() {
    let Some(page) = Page::open("layout") else {
        return;
    };
    for (width, height) in [(360, 740), (1400, 900)] {
        for scheme in ["light", "dark"] {
            page.resize(width, height);
            page.prefer(&[("prefers-color-scheme", scheme)]);
            page.find("h1");
            assert_eq!(page.execute(OVERFLOW), 0, "at {width} pixels");
            page.is_accessible();
            page.screenshot(&format!("{width}-{scheme}"));
        }
    }
}

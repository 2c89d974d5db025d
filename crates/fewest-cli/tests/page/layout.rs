//! Narrow and wide, light and dark.

use serde_json::Value;

use crate::page::Page;

/// What stands out at the side, if the page can be scrolled there.
const OUTSIDE: &str = "
    const {scrollWidth, clientWidth} = document.documentElement;
    const isOutside = (element) => element.getBoundingClientRect().right > clientWidth + 1;
    const named = ({localName, id, className}) => `${localName}#${id}.${className}`;
    return scrollWidth > clientWidth ? [...document.body.querySelectorAll('*')].filter(isOutside).map(named) : [];
";

impl Page {
    /// Nothing is cut off at the side.
    #[track_caller]
    pub fn fits(&self) {
        let outside = self.execute(OUTSIDE);
        assert_eq!(outside, Value::Array(Vec::new()), "{outside:#}");
    }
}

#[test]
fn every_width_in_light_and_dark() {
    let Some(page) = Page::open("layout") else {
        return;
    };
    for (width, height) in [(360, 740), (1400, 900)] {
        page.shows("#truth .verdict", "exact");
        for scheme in ["light", "dark"] {
            page.resize(width, height);
            page.prefer(&[("prefers-color-scheme", scheme)]);
            page.fits();
            page.is_accessible();
            page.screenshot(&format!("{width}-{scheme}"));
        }
    }
}

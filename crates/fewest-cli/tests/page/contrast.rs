//! Text against its background, in every state. axe-core doesn't judge texts of one letter.

use serde_json::Value;

use crate::page::Page;

/// Texts whose contrast is below WCAG's level AA, except those of disabled controls, which are exempt.
const UNREADABLE: &str = "
    const pixel = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
    const parsed = (colour) => {
        pixel.clearRect(0, 0, 1, 1);
        pixel.fillStyle = colour;
        pixel.fillRect(0, 0, 1, 1);
        return [...pixel.getImageData(0, 0, 1, 1).data];
    };
    const over = (under, top) => under.map((part, i) => (top[i] * top[3] + part * (255 - top[3])) / 255);
    const luminance = (colour) => colour.slice(0, 3).reduce((sum, part, i) => {
        const level = part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
        return sum + level * [0.2126, 0.7152, 0.0722][i];
    }, 0);
    const contrast = (a, b) => {
        const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
        return (light + 0.05) / (dark + 0.05);
    };
    const behind = (element) => {
        const layers = [];
        for (let own = element; own; own = own.parentElement) layers.unshift(parsed(getComputedStyle(own).backgroundColor));
        return layers.reduce(over, [255, 255, 255]);
    };
    const found = [];
    const judge = (element, text, colour, background) => {
        const {fontSize, fontWeight} = getComputedStyle(element);
        const size = parseFloat(fontSize) * (element.getScreenCTM?.().a ?? 1);
        const least = size >= 24 || size >= 18.66 && fontWeight >= 700 ? 3 : 4.5;
        const ratio = contrast(over(background, parsed(colour)), background);
        if (ratio < least) found.push(`${element.outerHTML.slice(0, 80)}: ${text}: ${ratio.toFixed(1)}`);
    };
    for (const element of document.querySelectorAll('body *:not(svg *)')) {
        const text = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join('');
        if (!text || !element.checkVisibility({visibilityProperty: true}) || element.closest(':disabled, option')) continue;
        judge(element, text, getComputedStyle(element).color, behind(element));
    }
    for (const text of document.querySelectorAll('.board .piece text, .board .handle text')) {
        const body = text.parentElement.querySelector('.body, .handle-body');
        judge(text, text.textContent, getComputedStyle(text).fill, parsed(getComputedStyle(body).fill));
    }
    // On the darkest side of a solid.
    for (const text of document.querySelectorAll('.solid text')) {
        const fill = parsed(getComputedStyle(text).getPropertyValue('--fill'));
        for (const light of [1, 0.8]) judge(text, text.textContent, getComputedStyle(text).fill, fill.map((part) => part * light));
    }
    return found;
";

impl Page {
    #[track_caller]
    fn is_readable(&self, state: &str) {
        let found = self.execute(UNREADABLE);
        assert_eq!(found, Value::Array(Vec::new()), "{state}: {found:#}");
    }
}

/// Letters on stickers of all colours, with either palette.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn letters_on_solids() {
    let page = Page::open_at("letters", "#p=cube3");
    page.execute("localStorage.setItem('fewest.lettered', 'on');");
    for puzzle in ["cube3", "megaminx3", "pyraminx"] {
        for palette in ["off", "on"] {
            page.execute(&format!(
                "localStorage.setItem('fewest.clear-colours', '{palette}');"
            ));
            page.leave();
            page.go(&format!("#p={puzzle}"));
            page.find(".solid text");
            page.is_readable(&format!("{puzzle} {palette}"));
            page.screenshot(&format!("{puzzle}-{palette}"));
        }
    }
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn every_state_of_every_text() {
    let page = Page::open_at("contrast", "#p=cube2&b=wwwwoorggbrrrbgogrbgyyy");
    page.shows("#truth .verdict", "exact");
    for fragment in ["#p=eight&b=123745086", "#p=rotation", "#p=cube2"] {
        page.go(fragment);
        page.shows("#truth .verdict", "exact");
        page.push("solution", "Show the solution");
        for _ in 0..2 {
            page.push("controls", "Redo");
        }
        page.shows("#truth .change", "Optimal");
        for scheme in ["light", "dark"] {
            page.prefer(&[("prefers-color-scheme", scheme)]);
            page.is_readable(&format!("{fragment} {scheme}"));
            for state in [
                "#controls button",
                "#moves button",
                "#deal button",
                "#puzzle",
                ".moves .optimal",
                ".moves button:not(.optimal)",
            ] {
                page.hover(state);
                page.is_readable(&format!("{fragment} {scheme} {state}"));
            }
            page.click("#puzzle");
            page.hover("#gallery .tile");
            page.is_readable(&format!("{fragment} {scheme} gallery"));
            page.push("gallery", "Close");
        }
    }
}

//! The page without its host, and as an installed app.

use crate::page::Page;
use crate::play::ROTATION;

/// Waits until the service worker answers the page's requests.
pub const CONTROLLED: &str = "
    const done = arguments[arguments.length - 1];
    const {serviceWorker} = navigator;
    if (serviceWorker.controller) done();
    else serviceWorker.addEventListener('controllerchange', () => done(), {once: true});
";

/// The number of times that the page has loaded the module.
const LOADED: &str = "return performance.getEntriesByType('resource').filter(({name}) => name.includes('.wasm.lzma')).length;";

#[test]
#[ignore = "needs a browser: see main.rs"]
fn it_works_without_its_host() {
    let mut page = Page::open_at("offline", ROTATION);
    page.shows("#truth .verdict", "2 moves");
    page.execute_async(CONTROLLED);
    page.unplug();
    // The second worker starts now, with the module that the page already has.
    page.open_tab("compare");
    page.push("compare", "Run");
    page.shows("#compare [role=status]", "Done: ");
    assert_eq!(page.execute(LOADED), 1);
    page.go("#p=eight&b=123456708");
    page.shows("#truth .verdict", "1 move");
    // Not a reload: the driver's reload in Firefox passes the service worker by.
    page.leave();
    page.go("#p=eight&b=123456708");
    page.shows("#truth .verdict", "1 move");
    page.open_tab("define");
    page.shows("#define [role=status]", "No mistakes.");
    page.screenshot("again");
    // A copied link begins at a page that is not kept.
    page.go("p/eight.html#b=123405786");
    page.shows("#truth .verdict", "2 moves");
}

/// The pages of puzzles lead on at once, but not their pictures.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_puzzles_picture_has_an_address() {
    let page = Page::open_at("picture", ROTATION);
    page.execute_async(CONTROLLED);
    page.go("p/eight.png");
    let shown = page.execute(
        "return [document.images.length, location.pathname, document.images[0]?.naturalWidth];",
    );
    assert_eq!(shown, serde_json::json!([1, "/p/eight.png", 800]));
    // The browser's viewer of pictures has its own styles, and asks for an icon.
    let complaints = page.complaints();
    let is_the_viewers = |own: &String| own.contains("inline style") || own.contains("favicon.ico");
    assert!(complaints.iter().all(is_the_viewers), "{complaints:#?}");
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn it_can_be_installed() {
    let page = Page::open_at("installed", ROTATION);
    page.shows("#truth .verdict", "2 moves");
    page.execute_async(CONTROLLED);
    let manifest = page.execute_async(
        "const done = arguments[arguments.length - 1];
         const {href} = document.querySelector('link[rel=manifest]');
         const whole = ({icons, ...rest}) => Promise.all(icons.map(({src}) => fetch(new URL(src, href)).then(({ok}) => ok)))
             .then((found) => ({...rest, found}));
         fetch(href).then((reply) => reply.json()).then(whole).then(done);",
    );
    assert_eq!(manifest["display"], "standalone");
    assert_eq!(
        manifest["found"],
        serde_json::json!([true, true, true, true])
    );
    let errors = page.command("Page.getInstallabilityErrors", &serde_json::json!({}));
    assert_eq!(errors["installabilityErrors"], serde_json::json!([]));
}

//! Moves by mouse, finger and keyboard, and the page's announcements of them.

use fantoccini::key::Key;
use serde_json::Value;

use crate::page::{Page, until};

/// Two moves from its goal: AC.
pub const ROTATION: &str = "#p=rotation&b=111132323132231222312133";

#[test]
#[ignore = "needs a browser: see main.rs"]
fn rotation_by_mouse_and_keyboard() {
    let page = Page::open_at("play", ROTATION);
    page.shows("#truth .verdict", "2 moves");
    page.shows("#truth .detail", "One shortest answer.");
    assert_eq!(page.count("#truth .moves button"), 8);
    assert!(page.text("#truth .moves button").starts_with("A\n1"));
    assert_eq!(page.count("#truth .moves .optimal"), 1);
    assert_eq!(page.count("#board-holder [data-move='0'].best"), 1);
    page.screenshot("rotation");
    // The arrow on the board.
    page.click("#board-holder [data-move='0']");
    page.shows("#truth .verdict", "1 move");
    page.shows("#truth .change", "Optimal");
    page.leads_to("&m=A");
    // The letter.
    page.press("b");
    page.shows("#truth .verdict", "2 moves");
    page.shows("#truth .change", "cost 1");
    // The list of moves leads back to a shorter distance.
    page.click("#truth .moves button");
    page.shows("#truth .verdict", "1 move");
    page.press("c");
    page.shows("#truth .verdict", "Solved");
    page.leads_to("&m=A+B+E+C");
    page.press(&char::from(Key::Backspace).to_string());
    page.shows("#truth .verdict", "1 move");
    // A board that was shown before.
    until("the distances after its moves are known", || {
        page.count("#truth .moves .optimal") == 1
            && !page.text("#truth .moves").contains(['…', '≥'])
    });
    page.push("controls", "Redo");
    page.shows("#truth .verdict", "Solved");
    page.push("controls", "Restart");
    page.shows("#truth .verdict", "2 moves");
    page.leads_to("&at=0");
}

/// A dealt board shows how far it is, and nothing that a player wants to find out.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_dealt_board_is_a_game() {
    let page = Page::open_at("game", "#p=eight&b=123405786");
    let best = || page.count("#truth .optimal, #board-holder .best, #board-holder .mark");
    // On a small screen, a bar repeats them.
    let bar = || page.execute("return document.getElementById('bar').textContent.includes('Best')");
    until("the best moves are seen", || best() > 0 && bar() == true);
    page.push("deal", "New board");
    page.shows("#truth .verdict", "5 moves");
    page.shows("#truth .detail", "Easy: nearer than 99 % of all boards.");
    page.shows("#truth .detail", "shortest answer");
    assert_eq!((best(), bar()), (0, Value::Bool(false)));
    let names = page.text("#truth .moves .name");
    assert!(!page.text("#truth .moves").is_empty() && !names.is_empty());
    assert_eq!(page.text("#truth .moves .after"), "");
    page.screenshot("dealt");
    page.is_accessible();
    page.push("solution", "Hint");
    page.shows("#solution", "closer.");
    assert_eq!(best(), 0);
    page.push("solution", "Hint");
    page.shows("#solution", "Try ");
    assert!(best() > 0);
    page.screenshot("hinted");
    page.click("#analyse");
    until("the best moves are seen", || best() > 0 && bar() == true);
    page.push("deal", "New board");
    until("the next board is a game again", || best() == 0);
    // Also a link to another board of the same puzzle shows everything; the way back does not.
    page.go("#p=eight&b=123405786");
    until("the best moves are seen", || best() > 0 && bar() == true);
    page.execute("history.back();");
    until("the game goes on", || best() == 0);
    page.go(ROTATION);
    until("the best moves are seen", || best() > 0 && bar() == true);
}

/// The address has the board only: the history knows that it was dealt.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_dealt_board_stays_a_game_after_a_reload() {
    let page = Page::open_at("reloaded-game", "#p=eight&b=123405786");
    // Null while the browser is between two pages.
    let is_analysed = || page.execute("return document.getElementById('analyse')?.checked");
    page.shows("#truth .verdict", "2 moves");
    assert_eq!(is_analysed(), true);
    page.push("deal", "New board");
    page.shows("#truth .verdict", "5 moves");
    page.click("#truth .moves button");
    until("the move is in the address", || {
        page.fragment().contains("&m=")
    });
    page.reload();
    page.shows("#truth .detail", "of all boards.");
    assert_eq!(is_analysed(), false);
    assert_eq!(page.count("#truth .optimal"), 0);
    // The same board by its link is analysed.
    let link = page.fragment();
    page.leave();
    page.go(&link);
    until("the linked board is analysed", || is_analysed() == true);
}

/// Also the day is kept, with which the result is copied.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn the_board_of_the_day_stays_one_after_a_reload() {
    let page = Page::open_at("reloaded-day", "#p=eight");
    page.execute("document.getElementById('level').value = 'daily';");
    page.push("deal", "New board");
    until("the board is there", || {
        page.execute("return Boolean(history.state && history.state.day)") == true
    });
    page.shows("#truth .verdict", "exact");
    page.push("solution", "Show the solution");
    until("the solution is there", || {
        page.fragment().contains("&at=0")
    });
    page.reload();
    let to_the_end = "const slider = document.querySelector('.graph input');
         slider.value = slider.max;
         slider.dispatchEvent(new Event('input'));";
    until("the game is there", || page.fragment().contains("&at=0"));
    page.shows("#truth .verdict", "exact");
    page.execute(to_the_end);
    page.shows("#aim [role=status]", "the fewest possible");
    page.shows("#aim", "Copy the result");
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn tiles_by_arrows_and_finger() {
    let page = Page::open_at("tiles", "#p=eight&b=123405786");
    page.shows("#truth .verdict", "2 moves");
    // A tile slides in the arrow's direction, whatever the move's name.
    page.press(&char::from(Key::Up).to_string());
    page.shows("#truth .verdict", "3 moves");
    page.press(&char::from(Key::Down).to_string());
    page.shows("#truth .verdict", "2 moves");
    page.swipe("#board-holder .cell[data-cell='5']", -80.0, 0.0);
    page.shows("#truth .verdict", "1 move");
    page.click("#board-holder .cell[data-cell='8']");
    page.shows("#truth .verdict", "Solved");
}

/// A screen reader announces the board and the effect of each move.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn it_is_spoken() {
    let page = Page::open_at("spoken", ROTATION);
    page.shows("#truth .verdict", "2 moves");
    page.shows("#truth .detail", "One shortest answer.");
    page.execute(
        "window.spoken = [];
         const live = document.querySelector('#truth [aria-live]');
         new MutationObserver(() => live.textContent && spoken.push(live.textContent))
             .observe(live, {childList: true, characterData: true, subtree: true});",
    );
    page.press("a");
    page.shows("#truth .verdict", "1 move");
    page.shows("#truth .detail", "One shortest answer.");
    assert_eq!(page.execute("return spoken.length;"), 1);
    let spoken = page.execute("return spoken[0];");
    let spoken = spoken.as_str().unwrap_or_default();
    assert!(
        spoken.contains("1 move to go exact") && spoken.contains("Optimal"),
        "{spoken}"
    );
    // Who reads on reads it once.
    until("what was spoken is gone", || {
        page.execute("return document.querySelector('#truth [aria-live]').textContent") == ""
    });
    // Each distance is spoken once.
    page.press("b");
    page.shows("#truth .verdict", "2 moves");
    page.shows("#truth .detail", "One shortest answer.");
    let spoken = page.execute("return spoken.at(-1);");
    assert_eq!(spoken, "2 moves to go exact That move cost 1 move.");
    // The end of a game is spoken by its own line.
    page.press("ec");
    page.shows("#aim [role=status]", "Solved in 4 moves");
    let is_spoken = "return spoken.some((text) => text.startsWith('Solved'));";
    assert_eq!(page.execute(is_spoken), false);
    let label =
        "return document.querySelector(\".cell[data-cell='0']\").getAttribute('aria-label');";
    assert_eq!(page.execute(label), "cell 1, piece 1");
    page.is_accessible();
}

/// The moves of the list that have neither a button on the board nor a piece to click, and the
/// buttons that something covers.
const MISSING: &str = "
    const handles = [...document.querySelectorAll('.board .handle')];
    const labels = handles.map((handle) => handle.getAttribute('aria-label'));
    // Without any button, pieces are clicked.
    const arePieces = handles.length === 0 && document.querySelector('.board .cell.plays');
    const names = arePieces ? [] : [...document.querySelectorAll('.moves:not(.in-words) .name')].map(({textContent}) => textContent);
    const isCovered = (handle) => {
        handle.scrollIntoView({block: 'center'});
        const {x, y, width, height} = handle.querySelector('.handle-body').getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.handle') !== handle;
    };
    return [
        ...names.filter((name) => !labels.includes(`move ${name}`)),
        ...handles.filter(isCovered).map((handle) => `covered: ${handle.getAttribute('aria-label')}`),
    ];
";

impl Page {
    /// Asserts that every move can be played on the board.
    #[track_caller]
    pub fn has_all_moves_on_the_board(&self, puzzle: &str) {
        let missing = self.execute(MISSING);
        assert_eq!(missing, Value::Array(Vec::new()), "{puzzle}: {missing}");
    }
}

#[test]
#[ignore = "needs a browser: see main.rs"]
fn marked_moves_are_buttons() {
    let page = Page::open_at("marked", "#p=cube3");
    for puzzle in ["cube3", "cube2", "pyraminx"] {
        page.change_to(puzzle);
        page.shows("#truth .verdict", "exact");
        page.push("solution", "Hint");
        let hint = page.text("#solution [aria-live]");
        let hint = hint.trim_start_matches("Try ").trim_end_matches('.');
        page.click(&format!(
            "#board-holder .handle.best[aria-label=\"move {hint}\"]"
        ));
        page.shows("#truth .change", "Optimal");
    }
    // A half turn, and three buttons about one centre.
    page.open_tab("define");
    page.shows("#define [role=status]", "No mistakes.");
    page.paste("#define .editor-field", SWIRL);
    page.shows("#define .report", "swirl");
    page.push("define", "Play it");
    page.shows("#title", "swirl");
    page.shows("#truth .verdict", "exact");
    page.has_all_moves_on_the_board("swirl");
    page.screenshot("swirl");
    page.click("#board-holder .handle[aria-label='move l2']");
    page.leads_to("&m=l2&t=define");
}

/// The definition that the README begins with.
const SWIRL: &str = "name = \"swirl\"\nmetric = \"axis\"\ncells = \"1 2 3\\n4 5 6\"\npieces = \"1 2 3 4 5 6\"\n\
    [[move]]\nname = \"l\"\naxis = \"left\"\ncycles = \"(1 2 5 4)\"\n\
    [[move]]\nname = \"r\"\naxis = \"right\"\ncycles = \"(2 3 6 5)\"\n\
    [[goal]]\nboard = \"1 2 3 4 5 6\"\n";

/// Plays a move of the list and stops halfway: how near two stickers come, in stickers.
const HALFWAY: &str = "
    const [done] = arguments;
    const button = [...document.querySelectorAll('.moves button')].find((own) => own.querySelector('.name').textContent === 'MOVE');
    button.click();
    requestAnimationFrame(() => {
        for (const animation of document.getAnimations()) {
            animation.pause();
            animation.currentTime = animation.effect.getComputedTiming().duration / 2;
        }
        const bodies = [...document.querySelectorAll('#board-holder .piece:not(.leaves, .appears) .body')];
        const middles = bodies.map((body) => body.getBoundingClientRect()).map(({x, y, width, height}) => [x + width / 2, y + height / 2]);
        const far = middles.flatMap(([x, y], i) => middles.slice(0, i).map(([u, v]) => Math.hypot(x - u, y - v)));
        done(Math.min(...far) / document.querySelector('.cell .hit').getBoundingClientRect().width);
    });
";

/// Stickers turn with their face, and don't slide through one another.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn a_face_turns_as_one() {
    let page = Page::open_at("turn", "#p=cube3");
    page.execute("localStorage.setItem('fewest.net', 'on');");
    for name in ["U", "R", "F2", "B"] {
        page.reload();
        page.shows("#truth .verdict", "exact");
        let nearest = page.execute_async(&HALFWAY.replace("MOVE", name));
        assert!(nearest.as_f64() > Some(0.8), "{name}: {nearest}");
    }
    page.screenshot("halfway");
}

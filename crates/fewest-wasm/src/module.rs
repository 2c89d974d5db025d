//! The functions exported to the worker.

use std::cell::RefCell;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::Session;

#[wasm_bindgen]
extern "C" {
    /// Receives an event of the running job, as JSON. Defined by the worker.
    #[wasm_bindgen(js_name = fewestEvent)]
    fn fewest_event(event: &str);

    /// Receives the message of a defect before the module stops. Defined by the worker.
    #[wasm_bindgen(js_name = fewestDefect)]
    fn fewest_defect(message: &str);
}

thread_local! {
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
}

/// Answers a request: JSON in, JSON out.
#[wasm_bindgen]
#[must_use]
pub fn answer(request: &str) -> String {
    SESSION.with_borrow_mut(|session| {
        let session = session.get_or_insert_with(|| {
            std::panic::set_hook(Box::new(|panic| fewest_defect(&panic.to_string())));
            Session::new(fewest_event)
        });
        session.answer(request)
    })
}

//! The checker of certificates as a WebAssembly module without glue: `npm/index.js` calls it.
//!
//! The caller writes a certificate to memory that `reserve` returns, calls `check`, and reads
//! the message from the memory that `message` and `length` describe. A module checks one
//! certificate.

#![cfg(all(target_family = "wasm", target_os = "unknown"))]
#![expect(
    unsafe_code,
    reason = "names of exports, and memory shared with JavaScript"
)]

use std::cell::RefCell;

use fewest_check::Failure;

#[link(wasm_import_module = "folder")]
unsafe extern "C" {
    /// Writes the file with this name to `bytes`. Returns 0 if there is none of this length.
    fn read(name: *const u8, name_length: usize, bytes: *mut u8, length: usize) -> u32;
}

thread_local! {
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Returns memory for the text of a certificate, in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        *text = vec![0; length];
        text.as_mut_ptr()
    })
}

/// Checks the certificate and leaves a message. Returns 0 if its claim is proved, 1 if it is not, 2 if
/// the text is malformed, and 3 if a table can't be read.
#[unsafe(no_mangle)]
pub extern "C" fn check() -> u32 {
    let text = TEXT.take();
    let (status, message) = match fewest_check::check(&text, &mut read_table) {
        Ok(verified) => (0, verified),
        Err(Failure::Refuted(problem)) => (1, problem),
        Err(Failure::Malformed(problem)) => (2, problem),
        Err(Failure::Unread(problem)) => (3, problem),
    };
    MESSAGE.set(message);
    status
}

/// Returns the place of the message.
#[unsafe(no_mangle)]
pub extern "C" fn message() -> *const u8 {
    MESSAGE.with_borrow(|message| message.as_ptr())
}

/// Returns the message's length in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    MESSAGE.with_borrow(String::len)
}

fn read_table(name: &str, length: u64) -> Result<Vec<u8>, String> {
    let unread = || format!("{name}: expected {length} bytes");
    let length = usize::try_from(length).map_err(|_| unread())?;
    let mut bytes = Vec::new();
    let reserved = bytes.try_reserve_exact(length);
    reserved.map_err(|_| format!("{name}: {length} bytes are more than the module's memory"))?;
    bytes.resize(length, 0);
    // SAFETY: the function reads `name` and writes at most `length` bytes to `bytes`; both outlive the
    // call.
    let is_read = unsafe { read(name.as_ptr(), name.len(), bytes.as_mut_ptr(), length) };
    if is_read == 0 {
        return Err(unread());
    }
    Ok(bytes)
}

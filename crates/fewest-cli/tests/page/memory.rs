//! A page that has less memory than a puzzle needs.

use serde_json::json;

use crate::page::Page;

/// Limits the memory of modules that the page compiles to 48 MiB, in pages of 64 KiB.
const LIMITED: &str = "
    const number = (bytes, at) => {
        for (let value = 0, shift = 0; ; shift += 7, at++) {
            value |= (bytes[at] & 0x7f) << shift;
            if (bytes[at] < 0x80) return [value, at + 1];
        }
    };
    const encoded = (value) => value < 0x80 ? [value] : [value & 0x7f | 0x80, ...encoded(value >> 7)];
    const limited = (bytes) => {
        // After eight bytes come sections: their kind, their length, and what they hold.
        for (let at = 8; ; ) {
            const [length, from] = number(bytes, at + 1);
            if (bytes[at] !== 5) {
                at = from + length;
                continue;
            }
            // One memory, with no limit but its least size.
            if (bytes[from] !== 1 || bytes[from + 1] !== 0) throw new Error('the memory has a limit');
            const section = [1, 1, ...bytes.slice(from + 2, from + length), ...encoded(48 << 4)];
            return new Uint8Array([...bytes.subarray(0, at + 1), ...encoded(section.length), ...section, ...bytes.subarray(from + length)]);
        }
    };
    WebAssembly.compileStreaming = async (reply) => WebAssembly.compile(limited(new Uint8Array(await reply.arrayBuffer())));
";

/// The page reports the shortage and a remedy, and continues with smaller work.
#[test]
#[ignore = "needs a browser: see main.rs"]
fn running_out_of_memory() {
    let page = Page::open("memory");
    page.command(
        "Page.addScriptToEvaluateOnNewDocument",
        &json!({ "source": LIMITED }),
    );
    page.leave();
    page.go("#p=eight&b=123456708");
    page.shows("#truth .verdict", "1 move");
    page.go("#p=knights");
    page.shows("#truth .detail", "The program has no such limit");
    page.screenshot("knights");
    page.is_accessible();
    page.go("#p=rotation&b=111132323132231222312133");
    page.shows("#truth .verdict", "2 moves");
    page.press("ac");
    page.shows("#truth .verdict", "Solved");
}

//! JSON output of all commands.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

/// Writes a value on one line with its keys in order. Nulls are omitted.
pub fn write(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    let mut value = serde_json::to_value(value)?;
    leave_out_nulls(&mut value);
    serde_json::to_writer(&mut *out, &value)?;
    writeln!(out)
}

fn leave_out_nulls(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(leave_out_nulls),
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(leave_out_nulls);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_keep_their_order_and_null_is_left_out() -> io::Result<()> {
        let mut line = Vec::new();
        let value = serde_json::json!({"b": [{"z": null, "y": 1}], "a": null, "A": 2});
        write(&value, &mut line)?;
        assert_eq!(line, b"{\"b\":[{\"y\":1}],\"A\":2}\n");
        Ok(())
    }
}

//! Arguments of `fewest serve`.

use std::path::PathBuf;

use clap::Args;

use super::values::whole;

const EXAMPLES: &str = "Examples:
  fewest serve --open            open the page in the browser
  fewest serve --port 8080       always at the same address
  fewest serve --export site     write the page's files to the folder site, for
                                 any web host; --address adds its address";

const MORE: &str = "\
The page solves puzzles in the browser itself: no board leaves it. It is served
to this machine only, until Ctrl-C. The first line of the output is its address.

Exit status:
  0    success; also when Ctrl-C ends the server
  2    bad usage, the port is in use, or a file can't be written";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{MORE}"))]
pub struct Serve {
    /// The port to listen on. Default: a free one
    #[arg(long, value_name = "N", value_parser = port)]
    pub port: Option<u16>,

    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,

    /// Write the page's files to this folder instead
    ///
    /// It is created if need be. Only files of an earlier export are replaced
    #[arg(long, value_name = "DIR", conflicts_with_all = ["port", "open"])]
    pub export: Option<PathBuf>,

    /// The address that the exported files will have
    ///
    /// Programs that show what a link opens find its picture there
    #[arg(long, value_name = "URL", requires = "export", value_parser = address)]
    pub address: Option<String>,
}

/// The address of a folder on a web host, with `/` at its end.
fn address(word: &str) -> Result<String, String> {
    let is_url = ["https://", "http://"]
        .iter()
        .any(|start| word.len() > start.len() && word.starts_with(start));
    let is_plain = word
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && !b"\"<>?#".contains(&byte));
    if !is_url || !is_plain {
        return Err("an address like https://example.org/fewest/".to_owned());
    }
    Ok(format!("{}/", word.trim_end_matches('/')))
}

/// A port in plain digits.
fn port(word: &str) -> Result<u16, String> {
    match whole(1, u16::MAX)(word)? {
        _ if word.starts_with('0') => Err("a number without leading zeros".to_owned()),
        port => Ok(port),
    }
}

//! Tools from npm, each at a fixed version. Only development needs them.

use std::path::PathBuf;

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use crate::shell;

/// A package of npm.
pub struct Tool {
    name: &'static str,
    version: &'static str,
}

/// The checker of types.
pub const TYPESCRIPT: Tool = Tool {
    name: "typescript",
    version: "5.9.3",
};
/// The bundler of scripts.
pub const ESBUILD: Tool = Tool {
    name: "esbuild",
    version: "0.28.2",
};
/// The drawer of pictures.
pub const CANVAS: Tool = Tool {
    name: "@napi-rs/canvas",
    version: "1.1.1",
};
/// The letters in pictures.
pub const FONTS: Tool = Tool {
    name: "dejavu-fonts-ttf",
    version: "2.37.3",
};

impl Tool {
    /// The folder with the installed package, which is fetched if need be; `None` if node or npm is
    /// missing.
    pub fn fetch(&self, sh: &Shell) -> Result<Option<PathBuf>> {
        if !shell::has(sh, "node") || !shell::has(sh, "npm") {
            return Ok(None);
        }
        let Self { name, version } = self;
        let folder = shell::target(sh)?.join(name);
        let manifest = folder.join(format!("node_modules/{name}/package.json"));
        let present = format!("\"version\": \"{version}\"");
        if !sh
            .read_file(manifest)
            .is_ok_and(|text| text.contains(&present))
        {
            sh.create_dir(&folder)?;
            let install = cmd!(
                sh,
                "npm install --silent --no-save --prefix {folder} {name}@{version}"
            );
            install.run().with_context(|| format!("{name} from npm"))?;
        }
        Ok(Some(folder))
    }
}

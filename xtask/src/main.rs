//! The project's chores, run as `cargo xtask <chore>`.

mod atlas;
mod bench;
mod blocks;
mod chart;
mod corpus;
mod definitions;
mod fuzz;
mod gallery;
mod generated;
#[cfg(test)]
mod layers;
mod links;
mod notices;
mod npm;
mod page;
mod python;
mod quick;
mod readme;
mod shell;
mod site;
mod test;
mod tutorial;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

/// The project's chores.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
enum Chore {
    /// Format, lints, all tests, the fuzz targets' build, the README, the page on definitions and
    /// the tutorial: what has to pass before a change goes in.
    Test {
        /// Begin with this step, by the number that a failure names
        #[arg(long, value_name = "N", default_value_t = 1)]
        from: usize,
    },
    /// Format, and the lints and unit tests of the crates that a change touches; the corpus after a
    /// change of the library, the page's scripts after one of the page.
    Quick {
        /// The commit that the change begins from.
        #[arg(default_value = "HEAD")]
        since: String,
    },
    /// Time the program as its users run it, from file to file, beside the times that the project
    /// holds itself to.
    Bench(bench::Options),
    /// Draw docs/speed.svg, the times of the program beside others, from the newest record of them.
    Chart {
        /// Write nothing, but fail if the picture is not what would be drawn.
        #[arg(long)]
        check: bool,
    },
    /// Write docs/gallery.md and the pictures of all puzzles with a name.
    Gallery {
        /// Write nothing, but fail if a file is not what would be written.
        #[arg(long)]
        check: bool,
    },
    /// Check that links of the documentation lead to something, and that its table of contents has
    /// every page.
    Links,
    /// Build the documentation as a site with mdBook, with the page as its playground.
    Site {
        /// The folder for the site.
        #[arg(default_value = "target/site")]
        folder: PathBuf,
    },
    /// Run every command that the README shows and compare what it prints.
    ///
    /// In blocks tagged `console` a line that begins with `$ ` is a command and the lines after it
    /// are what it has to print; a line `...` stands for any number of lines. Blocks tagged `sh`
    /// are run without comparing. `exit=N` after the tag is the exit code of the block's commands,
    /// 0 if it is not there. Needs `timeout` from GNU coreutils, which stops a command after ten minutes.
    Readme {
        /// The file to check, seen from the repository's root.
        #[arg(default_value = "README.md")]
        file: PathBuf,
    },
    /// Run the tutorial's programs and write docs/tutorial.md with what they print.
    ///
    /// The text is in docs/tutorial.template.md, the programs are in
    /// crates/fewest/examples/tutorial.
    Tutorial {
        /// Write nothing, but fail if the page is not what would be written.
        #[arg(long)]
        check: bool,
    },
    /// Write docs/atlas.md, what surveys of whole puzzles have found, from the runs in record/atlas.
    Atlas {
        /// Write nothing, but fail if the page is not what would be written.
        #[arg(long)]
        check: bool,
        /// Certify the counts of the named puzzles, or of all, and verify the certificates first.
        #[arg(long, conflicts_with = "check")]
        certify: bool,
        /// Puzzles to survey, prove and keep first.
        names: Vec<String>,
    },
    /// Compile the library to the WebAssembly module of the page, put it into the page's folder, and
    /// build what is served.
    ///
    /// If the compiler's library for that target is missing, its source is downloaded from Debian.
    Page {
        /// Compile it in a fraction of the time, and only compare its answers with the library's, and
        /// what is served with its sources.
        #[arg(long)]
        quick: bool,
        /// Only build what is served, after a change of the page's scripts.
        #[arg(long, conflicts_with = "quick")]
        scripts: bool,
    },
    /// Print the crates that a package is built of, with their licences.
    Notices {
        /// A package of the workspace, like fewest-cli.
        package: String,
        /// The target that it is built for; all targets if none is named.
        target: Option<String>,
    },
    /// Pack the npm packages `fewest-wasm` and `fewest-check` into target/npm, install each in an empty
    /// folder and test it there.
    Npm,
    /// Build the Python package's wheel, and test it in a virtual environment: its tests, its stubs,
    /// the pages' examples.
    Python {
        /// Instead, build what is published, in target/python/published: the optimised wheel and the
        /// source distribution, without paths of this machine. This takes five minutes of processor
        /// time.
        #[arg(long)]
        publish: bool,
        /// Only write the licences of the crates in it to where packages that are built next contain
        /// them.
        #[arg(long, conflicts_with = "publish")]
        notices: bool,
    },
    /// Feed the readers inputs that libFuzzer makes up, guided by coverage. Needs only a stable
    /// toolchain and a C++ compiler.
    Fuzz {
        /// How long each reader is fuzzed.
        #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
        seconds: u64,
        /// The readers to fuzz: names of files in fuzz/targets; all if none is named.
        readers: Vec<String>,
    },
    /// Test every command on random definitions against a search of all their boards.
    ///
    /// Prints the least definition that was found to fail in each way. The suite does the same for
    /// a minute, always with the same definitions.
    Definitions {
        /// How long definitions are made up.
        #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
        seconds: u64,
        /// The seed of the first definition; the next has the next.
        #[arg(long, default_value_t = 1_000_000)]
        seed: u64,
    },
    /// Rebuild the reference answers and the sample inputs, and compare them with the stored ones.
    Corpus,
}

fn main() -> ExitCode {
    match run(Chore::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        // Returning the error would print a backtrace whenever panics do.
        Err(error) => {
            eprintln!("\nfailed: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(chore: Chore) -> Result<()> {
    let sh = &shell::open()?;
    match chore {
        Chore::Test { from } => test::run(sh, from),
        Chore::Bench(options) => bench::run(sh, &options),
        Chore::Chart { check } => generated::keep(sh, "chart", &chart::files(sh)?, check),
        Chore::Gallery { check } => generated::keep(sh, "gallery", &gallery::files(sh)?, check),
        Chore::Quick { since } => quick::run(sh, &since),
        Chore::Links => links::run(sh),
        Chore::Site { folder } => site::run(sh, &folder),
        Chore::Readme { file } => readme::run(sh, &file),
        Chore::Atlas {
            check,
            certify,
            names,
        } => {
            if certify {
                atlas::certify(sh, &names)?;
            } else {
                atlas::survey(sh, &names)?;
            }
            generated::keep(sh, "atlas", &atlas::files(sh)?, check)
        }
        Chore::Tutorial { check } => generated::keep(sh, "tutorial", &tutorial::files(sh)?, check),
        Chore::Page { scripts: true, .. } => page::served::write(sh),
        Chore::Page { quick, .. } => page::run(sh, quick),
        Chore::Notices { package, target } => {
            print!("{}", notices::text(sh, &package, target.as_deref())?);
            Ok(())
        }
        Chore::Npm => npm::run(sh),
        Chore::Python { publish: true, .. } => python::publish(sh),
        Chore::Python { notices: true, .. } => python::write_notices(sh),
        Chore::Python { .. } => python::check(sh),
        Chore::Fuzz { seconds, readers } => fuzz::run(sh, seconds, &readers),
        Chore::Definitions { seconds, seed } => definitions::run(sh, seconds, seed),
        Chore::Corpus => corpus::run(sh),
    }
}

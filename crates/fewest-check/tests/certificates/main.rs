//! Certificates of the solver, and changed ones. The truth is decided by listing boards, with code
//! of neither.

mod blocks;
mod claims;
mod counts;
mod found;
mod hidden;
mod invariants;
mod named;
mod random;
mod refused;
mod strict;
mod sums;
mod truth;

use fewest::Certificate;
use fewest_check::Failure;
use fewest_tests::definitions::{draw, world};

/// Checks a certificate whose tables are in memory. The verified claim comes without the puzzle's name.
fn check(certificate: &Certificate) -> Result<String, Failure> {
    let verified = fewest_check::check(certificate.text.as_bytes(), &mut |name, _| {
        let mut tables = certificate.tables.iter();
        let table = tables.find(|(other, _)| other == name);
        table
            .map(|(_, bytes)| bytes.clone())
            .ok_or_else(|| format!("{name}: no such file"))
    })?;
    let mut lines = certificate.text.lines();
    let name = lines.find_map(|line| line.trim().strip_prefix("puzzle "));
    let named = format!("verified for {}: ", name.expect("a name").trim());
    let claim = verified.strip_prefix(&named).expect("the name");
    Ok(format!("verified: {claim}"))
}

/// The verdict on a certificate with these tables, named `t0`, `t1` and so on: the verified claim, or the
/// problem.
fn verdict(text: &str, tables: &[&[u8]]) -> String {
    let tables = (0..).zip(tables);
    let tables = tables.map(|(number, entries)| (format!("t{number}"), entries.to_vec()));
    let certificate = Certificate {
        text: format!("fewest-certificate 2\npuzzle small\n{text}"),
        tables: tables.collect(),
    };
    match check(&certificate) {
        Ok(verified) => verified,
        Err(Failure::Refuted(problem)) => format!("refuted: {problem}"),
        Err(Failure::Malformed(problem)) => format!("malformed: {problem}"),
        Err(Failure::Unread(problem)) => format!("unread: {problem}"),
    }
}

/// The certificate with these lines as its claim.
fn with_claim(certificate: &Certificate, claim: &str) -> Certificate {
    let is_claim = |line: &&str| {
        let keys = ["board ", "moves", "solutions ", "unsolvable", "counts "];
        keys.iter().any(|key| line.starts_with(key))
    };
    let mut lines: Vec<&str> = certificate.text.lines().collect();
    let place = lines.iter().position(&is_claim).expect("a claim");
    lines.retain(|line| !is_claim(line));
    lines.insert(place, claim);
    Certificate {
        text: lines.join("\n") + "\n",
        tables: certificate.tables.clone(),
    }
}

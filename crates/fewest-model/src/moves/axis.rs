//! The metric in which everything that the moves of one axis do together is one move.

use super::Draft;
use crate::names::{Mapping, after};
use crate::powers;
use crate::problem::Findings;
use fewest_base::space::Move;

/// Adds all products of each axis's moves after the last of them, under names like `A2` for `A A`,
/// `A'` for `A A A` if that undoes `A`, and `A2B` for `A A B`.
pub(super) fn close(drafts: &mut Vec<Draft>, findings: &mut Findings<'_>) {
    let mut axes: Vec<String> = Vec::new();
    for axis in drafts.iter().filter_map(|draft| draft.axis.as_ref()) {
        if !axes.contains(axis) {
            axes.push(axis.clone());
        }
    }
    for axis in axes {
        let on_axis = |draft: &&Draft| draft.axis.as_ref() == Some(&axis);
        let mut generators: Vec<(String, Mapping)> = Vec::new();
        for draft in drafts.iter().filter(on_axis) {
            match draft.permutation() {
                Some(permutation) => generators.push((draft.name.clone(), permutation.clone())),
                None if draft.turns.is_some() => {
                    let problem = "a move of the blank has no axis";
                    findings.add(draft.span.clone(), problem);
                }
                None => {}
            }
        }
        let (Some(first), Some(last)) = (
            drafts.iter().find(on_axis),
            drafts.iter().rposition(|draft| on_axis(&draft)),
        ) else {
            continue;
        };
        let span = first.span.clone();
        // Products by their sequences of generators; the moves of the file come first, unchanged.
        let mut known: Vec<(Vec<usize>, Mapping)> = (generators.iter().enumerate())
            .map(|(place, (_, permutation))| (vec![place], permutation.clone()))
            .collect();
        let mut next = 0;
        while next < known.len() && known.len() <= 2 * Move::LIMIT {
            let (word, permutation) = known[next].clone();
            for (place, (_, generator)) in generators.iter().enumerate() {
                let product = after(&permutation, generator);
                let does_nothing = (0..=u8::MAX).zip(&product).all(|(to, &from)| to == from);
                if does_nothing || known.iter().any(|(_, earlier)| *earlier == product) {
                    continue;
                }
                let word = word.iter().copied().chain([place]).collect();
                known.push((word, product));
            }
            next += 1;
        }
        let orders: Vec<usize> = (generators.iter())
            .map(|(_, generator)| powers::order(generator, 2 * Move::LIMIT).unwrap_or(usize::MAX))
            .collect();
        let is_taken = |name: &String| drafts.iter().any(|draft| draft.name == *name);
        let made = known
            .into_iter()
            .skip(generators.len())
            .map(|(word, permutation)| Draft {
                // A file may already use the usual name for another move.
                name: Some(name(&word, &generators, &orders))
                    .filter(|name| !is_taken(name))
                    .unwrap_or_else(|| name(&word, &generators, &vec![usize::MAX; orders.len()])),
                span: span.clone(),
                axis: Some(axis.clone()),
                needs: Vec::new(),
                turns: Some(vec![(None, permutation)]),
            });
        let made: Vec<Draft> = made.collect();
        drafts.splice((last + 1)..=last, made);
    }
}

/// The name of a product: its moves, each with the length of its run if that is not one.
fn name(word: &[usize], generators: &[(String, Mapping)], orders: &[usize]) -> String {
    let mut name = String::new();
    for run in word.chunk_by(|a, b| a == b) {
        let place = run.first().copied().unwrap_or_default();
        if let (Some((base, _)), Some(&order)) = (generators.get(place), orders.get(place)) {
            name.push_str(&powers::name(base, run.len(), order));
        }
    }
    name
}

//! Searches of boards that symmetries map to themselves: only some first moves are tried.

use super::{Kind, answer, enumerated, symmetric};
use crate::Budget;
use crate::kernel::pieces::tests::merged;
use crate::projection::PieceSearch;
use crate::search::ida_star::Cores;
use crate::search::{AnswerChoice, Control};
use crate::support::random::Random;

/// The most boards of a puzzle that are searched.
const SEARCHED: usize = 30;

#[test]
fn answers_to_symmetric_boards() {
    let mut random = Random::new(8);
    let kinds: [&[Kind]; 6] = [
        &[(6, 1)],
        &[(5, 2)],
        &[(4, 3)],
        &[(4, 2), (4, 1)],
        &[(3, 3), (5, 1)],
        &[(3, 2), (3, 2), (4, 1)],
    ];
    let mut compared = [0; 2];
    for number in 0..240 {
        let kinds = kinds[number % kinds.len()];
        let has_identical = number / kinds.len() % 2;
        let mut drawn = symmetric(kinds, &mut random);
        if has_identical == 1 {
            drawn = merged(drawn, kinds, &mut random);
        }
        let Some(distances) = enumerated(&drawn).filter(|all| all.len() > 1) else {
            continue;
        };
        let mut search = PieceSearch::of(&drawn).expect("every move has an inverse");
        if !search.build(2_000, Budget::default()).expect("no limit") {
            continue;
        }
        let all = u64::MAX;
        let mut boards: Vec<&Vec<u8>> = distances.keys().collect();
        boards.sort_unstable();
        random.shuffle(&mut boards);
        let leads: Vec<Vec<u8>> = boards
            .iter()
            .map(|board| search.read(board).expect("its pieces"))
            .collect();
        let boards = boards.iter().zip(&leads);
        let with_fewer = boards.filter(|(_, leads)| search.first_moves(leads) != all);
        for (board, leads) in with_fewer.take(SEARCHED) {
            let outcomes = [AnswerChoice::Least, AnswerChoice::Any]
                .map(|choice| search.run(leads, choice, &mut Control::default(), Cores::One, None));
            let [least, any] = outcomes.map(|outcome| outcome.moves);
            assert_eq!(least, Some(answer(&drawn, &distances, board)), "{number}");
            let length = any.map(|moves| moves.len());
            assert_eq!(length, Some(distances[*board].into()), "{number}");
            compared[has_identical] += 1;
        }
    }
    assert!(compared.iter().all(|&boards| boards > 200), "{compared:?}");
}

//! Stickers of cubes in other orders, colours and layouts, or with a mistake.

use crate::common::solve;

/// Faces in this order, each solved.
fn solved(order: &str, size: usize) -> String {
    order
        .chars()
        .map(|face| face.to_string().repeat(size))
        .collect()
}

#[test]
fn a_mirror_image_was_read_instead_of_the_order_of_the_letters() {
    let order = "note: board 1: faces read in the order UDFBLR\n";
    for text in [
        "UUUUUUUUUDDDDDDDDDRRRFFFFFFLLLBBBBBBFFFLLLLLLBBBRRRRRR",
        "wwwwwwwwwyyyyyyyyyrrrggggggooobbbbbbgggoooooobbbrrrrrr",
    ] {
        let run = solve("cube3", text);
        assert_eq!((&*run.stdout, &*run.stderr), ("1 U'\n", order), "{text}");
    }
    let small = solve("cube2", "UUUUDDDDLLFFRRBBBBLLFFRR");
    assert_eq!((&*small.stdout, &*small.stderr), ("1 U\n", order));
    // No way to hold a cube exchanges only the faces on the right and on the left.
    let mirror = solve("cube3", solved("wgrybo", 9));
    assert_eq!(mirror.stdout, "unsolvable\n", "{mirror:?}");
    // Digits may be in any order.
    let digits = solve(
        "cube3",
        "111111111222222222333444444555666666444555555666333333",
    );
    assert!(
        digits.stderr.contains("may also be read as another board"),
        "{digits:?}"
    );
}

#[test]
fn a_mistake_was_explained_in_another_order() {
    for (text, why) in [
        (
            "wwwwwwggywbbrrrrrrrrrggyggygybyybyybggyooooooooowbbwbb",
            "no piece has `o` on L9, `g` on F7 and `g` on D1",
        ),
        // The centres of two faces are exchanged.
        (
            "wwwwrwwwwrrrrwrrrrgggggggggyyyyyyyyyooooooooobbbbbbbbb",
            "no move changes U5, but it has `r`, not `w`",
        ),
    ] {
        let run = solve("cube3", text);
        assert_eq!(run.stdout, "unsolvable\n");
        assert_eq!(
            run.stderr,
            format!("note: board 1 can't be solved: {why}\n")
        );
    }
}

#[test]
fn a_net_of_letters_of_faces_was_read_as_a_line() {
    let net = "    UUU\n    UUU\n    FFF\nFFD RRR UBB LLL\nLLL FFD RRR UBB\nLLL FFD RRR UBB\n    DDB\n    DDB\n    DDB\n";
    let colours = "UURRFFDDLLBB".chars().zip("UwRrFgDyLoBb".chars());
    let mut typed = net.to_owned();
    for (face, colour) in colours.filter(|(face, colour)| face != colour) {
        typed = typed.replace(face, &colour.to_string());
    }
    for text in [
        net,
        &net.replace('U', "W").replace('F', "G"),
        &typed,
        &typed.to_uppercase(),
    ] {
        solve("cube3", text).gives("2 U' R'\n");
    }
    // Several nets, with a flat board between them.
    solve("cube3", format!("{net}{}\n{net}", solved("URFDLB", 9))).gives("2 U' R'\n0\n2 U' R'\n");
    solve("cube2", "UU\nUU\nLLFFRRBB\nLLFFRRBB\nDD\nDD\n").gives("0\n");
}

#[test]
fn a_cube_held_differently_was_explained_in_letters_that_were_not_typed() {
    // Two stickers of a corner are exchanged.
    let run = solve("cube2", "yyyryrrrbbbbwwwwoooogggg");
    let piece = "no piece has `r` on U4, `b` on F2 and `y` on R1";
    assert!(
        run.stderr.contains("held this way") && run.stderr.contains(piece),
        "{run:?}"
    );
}

/** What the package's types must accept, and what they must refuse. */

import { Fewest, type Answer, type Figures, type Puzzle } from "fewest-wasm";

const fewest = new Fewest();
const answers: Answer[] = await fewest.solve({ definition: "" }, "");
const puzzle: Puzzle = await fewest.ask({ ask: "open", puzzle: "eight" });
const figures: Figures = await fewest.ask({ ask: "survey" }, ({ done }) => done.toFixed());
const names: string[] = answers.flatMap(({ moves }) => moves).concat(puzzle.moves, figures.counts);

// @ts-expect-error: there is no such question.
await fewest.ask({ ask: "everything", names });
// @ts-expect-error: a board is a list of numbers.
await fewest.ask({ ask: "truth", board: "1 2" });

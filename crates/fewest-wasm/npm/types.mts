/** What the package's types must accept, and what they must refuse. */

import { Fewest, type Answer, type Figures, type Proof } from "fewest-wasm";

const fewest = new Fewest();
const answers: Answer[] = await fewest.solve({ definition: "" }, "");
const eight = await fewest.open("eight");
const figures: Figures = await eight.survey({ onProgress: ({ done }) => done.toFixed(), signal: AbortSignal.timeout(1000) });
const names: string[] = answers.flatMap(({ moves }) => moves).concat(eight.moves, figures.counts);
const board = eight.solved;
const { proof }: { proof: Proof | null } = await eight.ask({ ask: "certificate", board, solution: [], name: "proof" });
const { judged } = await eight.ask({ ask: "judge", text: proof?.text ?? "", output: "" });
const { isLast } = await eight.ask({ ask: "quick", board, known: null, round: judged });
const { verdict } = await (await fewest.open({ puzzle: "cube3", goal: board })).ask({ ask: "stage", puzzle: "cross", board });

// @ts-expect-error: there is no such question.
await eight.ask({ ask: "everything", names, isLast, verdict });
// @ts-expect-error: a board is a list of numbers.
await eight.ask({ ask: "truth", board: "1 2" });
// @ts-expect-error: this question needs a puzzle.
await fewest.ask({ ask: "truth", board });

/**
 * The npm package, for test_doors.py: reads a list of [opening, requests] as JSON, and writes a reply for each request. A request
 * with a `text` of one board in place of its `board` is about that board; a reply that fails is {refused, line, column}.
 */

const { Fewest } = await import(`${process.env.FEWEST_NPM}/node.js`);
const { readFileSync } = await import("node:fs");

const fewest = new Fewest();

async function reply(puzzle, { text, ...request }) {
  if (text === undefined) return puzzle.ask(request);
  const { boards } = await puzzle.ask({ ask: "read", text, format: "plain" });
  return puzzle.ask({ board: boards[0].board, ...request });
}

const refusal = ({ message, place }) => ({ refused: message, ...place });
const questions = JSON.parse(readFileSync(0, "utf8"));
// All are asked at once: each is answered about its own puzzle.
const replies = questions.map(async ([{ goal, ...opening }, requests]) => {
  try {
    let puzzle = await fewest.open(opening);
    if (goal) {
      const { boards } = await puzzle.ask({ ask: "read", text: goal, format: "plain" });
      puzzle = await fewest.open({ ...opening, goal: boards[0].board });
    }
    return Promise.all(requests.map((request) => reply(puzzle, request).catch(refusal)));
  } catch (failure) {
    return requests.map(() => refusal(failure));
  }
});
console.log(JSON.stringify(await Promise.all(replies)));
fewest.close();

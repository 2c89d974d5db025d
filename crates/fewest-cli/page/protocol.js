// @ts-check
/**
 * What the page asks of the worker, and what it answers: one JSON text each way. A board is a list of
 * symbols, one a cell; symbols, cells, moves and goals are numbers from 0.
 *
 * The worker gets {id, request} and posts any number of {event}, then {id, reply} or {id, error}.
 *
 * A question about a puzzle also has `of`, the name by which the puzzle was opened. It is refused, as `closed`, unless that
 * is the puzzle opened last. `puzzles`, `look` and `check` are about none, and leave the open one open.
 *
 * @typedef {number[]} Board
 *
 * @typedef {object} Cell
 * @property {string} name
 * @property {number} row     row of the picture's grid
 * @property {number} column  column of the picture's grid
 * @property {number} line    the line in which the definition's picture draws it, from 0
 * @property {number} start   first character in that line, from 0
 * @property {number} end     character after its last
 *
 * @typedef {object} Turn     something that a move can do
 * @property {number} move
 * @property {[number, number][]} needs  the cells that must hold a symbol for it to be legal, each with the symbol
 * @property {number[]} from  by cell: the cell whose piece comes here
 * @property {string} [way]   of blocks: the directions in the move's name, like `d2r`
 *
 * @typedef {object} BlockKind  blocks that are interchangeable
 * @property {string} letters  of its blocks, in the order in which a board's blocks get them
 * @property {number} symbol   of the first part; those of the others follow
 * @property {[number, number][]} parts  rows down and columns right of each part from the first, in reading order
 *
 * @typedef {object} Entry     a built-in puzzle
 * @property {string} name
 * @property {string} title
 * @property {string | null} boards
 * @property {number | null} farthest
 * @property {string | null} definition  the text that defines it, where it is not one of Rust's
 *
 * @typedef {object} Puzzle
 * @property {string} name
 * @property {string} title
 * @property {string | null} rules  a sentence for newcomers
 * @property {"rotation" | "knights" | "sliding" | "defined"} kind
 * @property {{width: number, height: number} | null} size  of sliding tiles
 * @property {Cell[]} cells
 * @property {string[]} symbols   how each symbol is written
 * @property {number[]} pieces    how many pieces of each symbol there are
 * @property {number | null} blank  the symbol of the blank
 * @property {{width: number, height: number, kinds: BlockKind[]} | null} blocks  of several cells, on a tray of this size with its
 *   walls; symbol 0 is free
 * @property {string[]} moves     names of the moves, in tie order; of blocks, people see other names, which depend on the board
 * @property {Turn[]} turns
 * @property {{name: string, cells: (number | null)[]}[]} goals  null: any symbol will do
 * @property {Board} solved  a solved board; of blocks the home board, unless another goal is requested
 * @property {Board} home    the board at which scrambles begin, which need not be solved
 * @property {{name: string, usedBy: string, isWritten: boolean}[]} formats  that its boards come in; isWritten: its
 *   judge's output can be written
 * @property {boolean} isTabulated  whether every board's distance is looked up in a table
 * @property {string | null} definition  the text that defines it, where it is not one of Rust's
 *
 * @typedef {{kind: "solved", distance: number}
 *         | {kind: "unsolvable", why: string}
 *         | {kind: "open", atLeast: number, atMost: number | null, why: string}} Verdict
 *
 * @typedef {object} Truth
 * @property {Verdict} verdict
 * @property {number[]} solution  the lexicographically first of the shortest; empty if there is none
 * @property {string[]} names     the names of its moves; a knight's move has the name of the cell that it leaves
 * @property {number | null} goal  which goal it meets
 * @property {boolean} isReal     false if no moves lead to the board from the home board, although it may be solved
 * @property {string} method      how it was found, like `table` or `pruned-ida-star`
 * @property {{move: number, verdict: Verdict | null}[]} moves  each legal move, in tie order, with the
 *   verdict of the board after it; null where that takes a search of its own
 *
 * @typedef {object} Figures
 * @property {string} boards   that can be solved, and that moves reach from the home board
 * @property {string | null} solvable  that can be solved; null if that is not known
 * @property {string | null} unsolvable
 * @property {string[]} counts  boards at each distance
 * @property {number} farthest  God's number
 * @property {number} mean
 * @property {number} median
 * @property {string} peak      boards at the greatest distance
 * @property {{board: Board, distance: number, answers: string}[]} hardest
 *
 * @typedef {object} Run       one search on one board
 * @property {string} algorithm
 * @property {string | null} heuristic
 * @property {string} stop      `solved` (proven), `found` (an answer, not proven), `exhausted` (no moves solve it),
 *   `time`, `nodes`, `memory`, `moves`, `cancelled`
 * @property {number | null} atMost
 * @property {number} atLeast
 * @property {number} expanded
 * @property {number} generated
 * @property {number} reopened
 * @property {number} memory    bytes for boards, at its peak
 * @property {number} milliseconds
 * @property {number} preparation  milliseconds for tables
 * @property {number | null} branching  effective branching factor
 * @property {string | null} answer  the moves' names
 *
 * @typedef {object} Step
 * @property {string | null} threshold  null; of {threshold} alone, that an iteration begins
 * @property {Board} board      that is expanded
 * @property {number} g
 * @property {number} h
 * @property {string} f
 * @property {boolean} isBackward  on the goal's side of a search from both ends
 * @property {number | null} parent  index of the step that generated it, if it is among these
 * @property {number | null} move    the move from there
 * @property {number | null} open    boards generated and not expanded yet; null where the search keeps no boards
 * @property {number | null} closed  boards expanded
 *
 * @typedef {object} CheckedAnswers   of another program, judged
 * @property {number} judged     boards whose answers could be read
 * @property {{board: number | null, place: {line: number, column: number}, problem: string}[]} mistakes  by board, from 1; the
 *   other answers are right. One that ends the reading is the last, and may be about no board
 *
 * @typedef {object} Problem    a mistake in a definition; places in UTF-16 units from 0
 * @property {number} line
 * @property {number} column
 * @property {number} endLine
 * @property {number} endColumn
 * @property {string} message
 * @property {string | null} help
 *
 * @typedef {object} Checked
 * @property {Problem[]} problems   mistakes; if there are any, nothing else is given
 * @property {Problem[]} warnings   what is legal, but unlikely to be meant
 * @property {string | null} name
 * @property {[string, string][]} report  what the definition is: a label and a value, line by line
 *
 * @typedef {object} Proof      a certificate
 * @property {string} text
 * @property {{name: string, bytes: string}[]} tables  the files beside it, in base64
 *
 * @typedef {object} Failure    a refused request
 * @property {string} message   a sentence
 * @property {"input" | "limit" | "closed" | "defect" | "lost" | "stopped"} kind  `closed`: another puzzle is open; `lost`: the
 *   library could not be loaded, or its worker did not start or has ended; `stopped`: the page ended it
 * @property {Problem[]} problems  of a definition
 * @property {{line: number, column: number} | null} place  in a text of boards, from 1
 *
 * @typedef {object} Progress   an event
 * @property {string} title     like `building the table`
 * @property {string} unit      like `boards`
 * @property {number} done
 * @property {number | null} total
 * @property {{threshold: number, nodes: number} | null} search  a search under way
 * @property {number} seconds   since the stage or search began
 *
 * Requests, with their replies:
 * @typedef {{ask: "puzzles"}} AskPuzzles -> {puzzles: Entry[]}
 * @typedef {{ask: "open", of: number, puzzle?: string, definition?: string, goal?: Board}} AskOpen -> Puzzle
 * @typedef {{ask: "look", puzzle: string}} AskLook -> Puzzle: for a picture of it
 * @typedef {{ask: "truth", board: Board, pauses?: boolean, maxTime?: number, quick?: boolean}} AskTruth -> Truth: with `pauses`, a long search may
 *   end with an `open` because of its `time`; the next request for the same board resumes it. With `quick`, the solution need not be shortest
 * @typedef {{ask: "quick", board: Board, known: number[] | null, round: number}} AskQuick -> {moves: number[] | null, isLast: boolean}:
 *   a solution that need not be shortest, no longer than the known one; rounds count from 0, each searches more
 * @typedef {{ask: "answers", board: Board}} AskAnswers -> {answers: string | null}: the number of shortest answers
 * @typedef {{ask: "certificate", board: Board, solution: number[] | null, name: string}} AskCertificate -> {proof: Proof | null}: of
 *   the board's shortest solution, or, with null, that it can't be solved; null if its tables would be too large. The names of
 *   their files begin with `name`
 * @typedef {{ask: "read", text: string, format?: string}} AskRead -> {boards: {board: Board, goal: Board | null}[], count: number,
 *   notes: string[]}: goal is null where it is the open puzzle's
 * @typedef {{ask: "moves", board: Board, text: string}} AskMoves -> {moves: number[], ends: [number, number][], other: string | null,
 *   problem: string | null}: the moves at the beginning of a text; for each word its end, and the number of moves up to there. If there are
 *   none, `other` is the name of a puzzle that can read the text
 * @typedef {{ask: "write", board: Board, format: string, number?: number, goal?: Board | null}} AskWrite -> {text: string,
 *   verdict: Verdict}: the judge's output for it
 * @typedef {{ask: "judge", text: string, format?: string, output: string, policy?: "least" | "shortest" | "valid", goal?: Board | null}}
 *   AskJudge -> CheckedAnswers: of the output for the boards of the text
 * @typedef {{ask: "stage", puzzle: string, board: Board}} AskStage -> {verdict: Verdict, solution: number[]}: how far a board is from
 *   the goal of a stage of the open puzzle
 * @typedef {{ask: "ignored", puzzle: string, board: Board}} AskIgnored -> {ignored: boolean[]}: by cell, whether a stage of the open puzzle
 *   ignores the piece there
 * @typedef {{ask: "survey"}} AskSurvey -> Figures
 * @typedef {{ask: "deal", wanted: {moves: number} | "hardest" | "random", seed: number}} AskDeal
 *   -> {board: Board, distance: number | null}
 * @typedef {{ask: "contenders"}} AskContenders -> {algorithms: {name: string, isBlind: boolean, takesWeight: boolean,
 *   isProving: boolean}[], heuristics: string[]}
 * @typedef {{ask: "run", board: Board, algorithm: string, heuristic: string | null, weight?: string,
 *   nodes?: number, seconds?: number}} AskRun -> Run
 * @typedef {{ask: "step", board: Board, algorithm: string, heuristic: string | null, weight?: string, most: number}}
 *   AskStep -> {steps: (Step | {threshold: string})[], isCut: boolean, run: Run}
 * @typedef {{ask: "check", definition: string}} AskCheck -> Checked
 */
export {};

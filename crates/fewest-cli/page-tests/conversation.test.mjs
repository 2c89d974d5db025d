// Questions about several puzzles to one worker, which has one puzzle open at a time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Conversation, openingOf } from "../page/conversation.js";
import { settled } from "./dom.mjs";

/** Workers like the module's: each answers what it gets in order, once the test lets it. */
class Workers {
  started = 0;
  posted = [];
  #open = null;
  start = (onMessage, onEnd) => {
    this.started += 1;
    this.#open = null;
    this.posted = [];
    Object.assign(this, { onMessage, onEnd });
    return { post: (data) => this.posted.push(data), end: () => (this.posted = []) };
  };
  async answer() {
    for (const { id, request } of this.posted.splice(0)) this.onMessage({ id, ...this.#reply(request) });
    await settled();
  }
  #reply({ ask, of, puzzle }) {
    const refused = (kind) => ({ error: { kind, message: kind, problems: [], place: null } });
    if (puzzle === "nothing") return refused("input");
    if (ask === "puzzles") return { reply: "all" };
    if (ask === "open") this.#open = { of, puzzle };
    if (of !== this.#open?.of) return refused("closed");
    return { reply: ask === "open" ? { name: puzzle } : `${ask} of ${this.#open.puzzle}` };
  }
}

function conversation() {
  const workers = new Workers();
  return { workers, own: new Conversation(workers.start) };
}
const [eight, cube] = ["eight", "cube2"].map((puzzle) => ({ opening: openingOf({ puzzle }) }));

test("questions about two puzzles at once are each answered about their own", async () => {
  const { workers, own } = conversation();
  const replies = Promise.all([
    own.open(eight.opening), own.open(cube.opening), own.about(eight, { ask: "truth" }), own.about(cube, { ask: "truth" }),
    own.about(cube, { ask: "survey" }), own.ask({ ask: "puzzles" }), own.about(eight, { ask: "survey" }),
  ]);
  assert.equal(workers.posted.filter(({ request }) => request.ask === "open").length, 5);
  await workers.answer();
  assert.deepEqual((await replies).slice(2), ["truth of eight", "truth of cube2", "survey of cube2", "all", "survey of eight"]);
});

test("a puzzle that can't be opened is the reason, and the one before stays open", async () => {
  const { workers, own } = conversation();
  const nothing = { opening: openingOf({ puzzle: "nothing" }) };
  const opened = own.open(eight.opening);
  const refused = own.about(nothing, { ask: "truth" });
  refused.catch(() => {});
  await workers.answer();
  assert.equal((await opened).opening, eight.opening);
  await assert.rejects(refused, { kind: "input" });
  const reply = own.about(eight, { ask: "truth" });
  assert.deepEqual(workers.posted.map(({ request }) => request.ask), ["truth"]);
  await workers.answer();
  assert.equal(await reply, "truth of eight");
});

test("an interrupted question, and one that ends the worker, change no later answer", async () => {
  const { workers, own } = conversation();
  for (const [end, kind] of [[() => own.stop(), "stopped"], [() => workers.onEnd("It broke."), "lost"]]) {
    const interrupted = own.about(cube, { ask: "survey" });
    const { started } = workers;
    end();
    await assert.rejects(interrupted, { kind });
    // What an ended worker still says is about nothing any more.
    workers.onEnd("It broke again.");
    const reply = own.about(eight, { ask: "truth" });
    assert.equal(workers.started, started + 1);
    await workers.answer();
    assert.equal(await reply, "truth of eight");
  }
});

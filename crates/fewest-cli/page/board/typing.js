// @ts-check
/** Names typed letter by letter, where one may begin like another: the longest that is typed in time counts. */

/** Milliseconds to type on when a name could go on. */
const PAUSE = 500;
/** Milliseconds until the beginning of a name is forgotten. */
const FORGET = 1500;

/**
 * The name that is typed, if there is one, and whether a longer one could be meant. Capitals matter where
 * names differ by them alone.
 * @param {string[]} names
 * @param {string} typed
 * @returns {{found: number | null, isOpen: boolean}}
 */
export function matchTyped(names, typed) {
  const exact = matchIn(names, typed);
  const folded = names.map((name) => name.toLowerCase());
  if (exact.found !== null || exact.isOpen || new Set(folded).size < names.length) return exact;
  return matchIn(folded, typed.toLowerCase());
}

/** @param {string[]} names @param {string} typed */
function matchIn(names, typed) {
  const found = names.indexOf(typed);
  const isOpen = names.some((name) => name.startsWith(typed) && name !== typed);
  return { found: found < 0 ? null : found, isOpen };
}

export class Typing {
  #typed = "";
  #timer = 0;
  #names;
  #onName;

  /**
   * @param {string[]} names
   * @param {(place: number) => void} onName
   */
  constructor(names, onName) {
    this.#names = names;
    this.#onName = onName;
  }

  /**
   * @param {string} letter
   * @returns {boolean} whether it is part of a name
   */
  take(letter) {
    const before = matchTyped(this.#names, this.#typed).found;
    let match = matchTyped(this.#names, this.#typed + letter);
    if (match.found === null && !match.isOpen && this.#typed !== "") {
      // It begins another name; what was typed before counts as it is.
      this.forget();
      if (before !== null) this.#onName(before);
      match = matchTyped(this.#names, letter);
    }
    clearTimeout(this.#timer);
    this.#typed += letter;
    if (match.found !== null && !match.isOpen) {
      this.forget();
      this.#onName(match.found);
      return true;
    }
    if (!match.isOpen) {
      this.forget();
      return false;
    }
    const { found } = match;
    this.#timer = window.setTimeout(() => {
      this.forget();
      if (found !== null) this.#onName(found);
    }, found === null ? FORGET : PAUSE);
    return true;
  }

  forget() {
    clearTimeout(this.#timer);
    this.#typed = "";
  }
}

// @ts-check
/**
 * Unpacks files in the format of `xz --format=lzma`, as they arrive. Browsers can only unpack gzip by themselves, whose window of 32 kB is
 * too small for the module: this saves a third of its bytes. The format is described in the LZMA specification of Igor Pavlov, 2015.
 */

/** The first byte: the parameters lc = 4, lp = 0 and pb = 0, which all files here have. */
const PARAMETERS = 4;
/** How many bits of the byte before select the odds of a literal. */
const CONTEXT = 4;
const HEADER = 13;
/** The range coder's first bytes. */
const BEGINNING = 5;
/** The most bytes that one step reads. */
const STEP = 20;
/** Larger files are damaged, in bytes. */
const LARGEST = 1 << 26;
/** The least length of a match. */
const LEAST = 2;
/** A range below is widened by a byte. */
const NARROW = 1 << 24;

/** Odds of bits: of 2,048, how often each is zero. @param {number} count */
const odds = (count) => new Uint16Array(count).fill(1024);

/** Bits, each coded by its odds, which adapt. */
class Coded {
  bytes = new Uint8Array();
  at = 0;
  #range = -1;
  #code = 0;

  begin() {
    for (this.at = 1; this.at < BEGINNING; this.at++) this.#code = (this.#code << 8) | this.bytes[this.at];
  }

  /** @param {Uint16Array} odds @param {number} of */
  bit(odds, of) {
    const zero = odds[of];
    const bound = Math.imul(this.#range >>> 11, zero);
    const bit = this.#code >>> 0 < bound >>> 0 ? 0 : 1;
    if (bit) {
      this.#range = (this.#range - bound) | 0;
      this.#code = (this.#code - bound) | 0;
      odds[of] = zero - (zero >>> 5);
    } else {
      this.#range = bound;
      odds[of] = zero + ((2048 - zero) >>> 5);
    }
    if (this.#range >>> 0 < NARROW) this.#widen();
    return bit;
  }

  /** A number of bits with even odds. @param {number} count */
  even(count) {
    let value = 0;
    for (; count > 0; count--) {
      this.#range >>>= 1;
      const bit = this.#code >>> 0 < this.#range >>> 0 ? 0 : 1;
      if (bit) this.#code = (this.#code - this.#range) | 0;
      if (this.#range >>> 0 < NARROW) this.#widen();
      value = (value << 1) | bit;
    }
    return value;
  }

  /** A number of bits, the highest first. @param {Uint16Array} odds @param {number} count */
  number(odds, count) {
    let node = 1;
    for (let place = 0; place < count; place++) node = (node << 1) | this.bit(odds, node);
    return node - (1 << count);
  }

  /** A number of bits, the lowest first. @param {Uint16Array} odds @param {number} from @param {number} count */
  reversed(odds, from, count) {
    let [node, value] = [1, 0];
    for (let place = 0; place < count; place++) {
      const bit = this.bit(odds, from + node);
      node = (node << 1) | bit;
      value |= bit << place;
    }
    return value;
  }

  #widen() {
    this.#range <<= 8;
    this.#code = (this.#code << 8) | this.bytes[this.at++];
  }
}

/** Lengths of matches, in classes of 8, 8 and 256. */
class Lengths {
  #choice = odds(2);
  #classes = [odds(8), odds(8), odds(256)];

  /** @param {Coded} coded */
  read(coded) {
    const [short, middle, long] = this.#classes;
    if (!coded.bit(this.#choice, 0)) return LEAST + coded.number(short, 3);
    if (!coded.bit(this.#choice, 1)) return LEAST + 8 + coded.number(middle, 3);
    return LEAST + 16 + coded.number(long, 8);
  }
}

/** A file that is unpacked piece by piece. */
class Unpacking {
  #coded = new Coded();
  #literals = odds(0x300 << CONTEXT);
  /** By state: is there a match, and of which kind? */
  #isMatch = odds(12);
  #isRepeat = odds(12);
  #isOther = odds(12);
  #isThird = odds(12);
  #isFourth = odds(12);
  #isLong = odds(12);
  #lengths = new Lengths();
  #repeated = new Lengths();
  #slots = [odds(64), odds(64), odds(64), odds(64)];
  #distances = odds(128);
  #low = odds(16);
  /** The last four distances, less one. */
  #last = [0, 0, 0, 0];
  /** What the last steps were. */
  #state = 0;
  #whole = new Uint8Array();
  #at = 0;
  #hasBegun = false;

  /** Returns what these bytes add. @param {Uint8Array} bytes @param {boolean} [isLast] */
  add(bytes, isLast = false) {
    const coded = this.#coded;
    const rest = coded.bytes.subarray(coded.at);
    coded.bytes = new Uint8Array(rest.length + bytes.length);
    coded.bytes.set(rest);
    coded.bytes.set(bytes, rest.length);
    coded.at = 0;
    if (!this.#hasBegun) {
      if (coded.bytes.length < HEADER + BEGINNING) return new Uint8Array();
      this.#hasBegun = true;
      const size = new DataView(coded.bytes.buffer).getUint32(5, true);
      if (size > LARGEST) throw new Error("it is damaged");
      this.#whole = new Uint8Array(size);
      coded.bytes = coded.bytes.subarray(HEADER);
      coded.begin();
    }
    // The last step reads nothing beyond the end, unless bytes are missing.
    const [from, end] = [this.#at, isLast ? coded.bytes.length + 1 : coded.bytes.length - STEP];
    while (this.#at < this.#whole.length && coded.at < end) this.#step();
    return this.#whole.slice(from, this.#at);
  }

  #step() {
    const [coded, state, last] = [this.#coded, this.#state, this.#last];
    if (!coded.bit(this.#isMatch, state)) return this.#literal();
    if (!coded.bit(this.#isRepeat, state)) {
      const length = this.#lengths.read(coded);
      last.pop();
      last.unshift(this.#distance(length));
      this.#state = state < 7 ? 7 : 10;
      return this.#copy(length);
    }
    const which = !coded.bit(this.#isOther, state) ? 0 : !coded.bit(this.#isThird, state) ? 1 : 2 + coded.bit(this.#isFourth, state);
    if (which === 0 && !coded.bit(this.#isLong, state)) {
      this.#state = state < 7 ? 9 : 11;
      return this.#copy(1);
    }
    if (which > 0) last.unshift(last.splice(which, 1)[0]);
    this.#state = state < 7 ? 8 : 11;
    this.#copy(this.#repeated.read(coded));
  }

  #literal() {
    const [coded, odds, state, whole] = [this.#coded, this.#literals, this.#state, this.#whole];
    const from = this.#at ? 0x300 * (whole[this.#at - 1] >>> (8 - CONTEXT)) : 0;
    let node = 1;
    if (state >= 7) {
      // After a match, the byte that would have followed it is a guess, until it is wrong.
      for (let guess = whole[this.#at - this.#last[0] - 1]; node < 0x100; guess <<= 1) {
        const guessed = (guess >>> 7) & 1;
        const bit = coded.bit(odds, from + 0x100 + (guessed << 8) + node);
        node = (node << 1) | bit;
        if (bit !== guessed) break;
      }
    }
    while (node < 0x100) node = (node << 1) | coded.bit(odds, from + node);
    whole[this.#at++] = node;
    this.#state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  }

  /** The distance of a new match, less one. @param {number} length */
  #distance(length) {
    const coded = this.#coded;
    const slot = coded.number(this.#slots[Math.min(length - LEAST, 3)], 6);
    if (slot < 4) return slot;
    const count = (slot >>> 1) - 1;
    const base = (2 | (slot & 1)) << count;
    if (slot < 14) return base + coded.reversed(this.#distances, base - slot, count);
    return base + (coded.even(count - 4) << 4) + coded.reversed(this.#low, 0, 4);
  }

  /** @param {number} length */
  #copy(length) {
    const [whole, distance] = [this.#whole, this.#last[0] + 1];
    const end = Math.min(this.#at + length, whole.length);
    for (let at = this.#at; at < end; at++) whole[at] = whole[at - distance];
    this.#at = end;
  }
}

/** Unpacks a whole file. @param {Uint8Array} bytes */
export const unpack = (bytes) => new Unpacking().add(bytes, true);

/** Returns true for the first bytes of a packed file. @param {Uint8Array} bytes */
export const isPacked = (bytes) => bytes[0] === PARAMETERS;

/**
 * Unpacks what arrives, if it is packed: the service worker keeps unpacked files.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream
 */
export async function unpacked(stream) {
  const reader = stream.getReader();
  const { done, value } = await reader.read();
  /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */
  const whole = new ReadableStream({
    start: (to) => (done ? to.close() : to.enqueue(value)),
    pull: async (to) => {
      const { done, value } = await reader.read();
      if (done) to.close();
      else to.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  if (!value || !isPacked(value)) return whole;
  const file = new Unpacking();
  /** @type {TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>} */
  const unpacking = new TransformStream({
    transform: (bytes, to) => to.enqueue(file.add(bytes)),
    flush: (to) => to.enqueue(file.add(new Uint8Array(), true)),
  });
  return whole.pipeThrough(unpacking);
}

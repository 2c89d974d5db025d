// @ts-check
/** What the browser keeps of this page: nothing, if it does not let pages keep anything. */

/** @param {string} key */
export function remembered(key) {
  try {
    return localStorage.getItem(`fewest.${key}`);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string | null} value  null: it is forgotten */
export function remember(key, value) {
  try {
    if (value === null) localStorage.removeItem(`fewest.${key}`);
    else localStorage.setItem(`fewest.${key}`, value);
  } catch {
    // It is asked again the next time.
  }
}

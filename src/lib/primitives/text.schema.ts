import { z } from 'zod/mini';

/** Half of a surrogate pair, which is possible in JSON, but not in UTF-8, addresses and databases. */
const WELL_FORMED = /^\P{Cs}*$/u;
const NOT_WELL_FORMED = 'The text has a broken character.';

/**
 * Any text that a browser or another service sends. Use it in place of `z.string()`, and add the limits of the field.
 */
export function text(message?: string) {
  return z.string(message).check(z.regex(WELL_FORMED, { error: message ?? NOT_WELL_FORMED, abort: true }));
}

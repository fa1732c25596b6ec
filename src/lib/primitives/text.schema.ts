import { z } from 'zod/mini';

/** Matches text without lone surrogates. JSON allows lone surrogates, but UTF-8, URLs and databases do not. */
const WELL_FORMED = /^\P{Cs}*$/u;
const NOT_WELL_FORMED = 'The text has a broken character.';

/**
 * Returns the schema of texts from browsers and other services. Use this schema instead of `z.string()`, and add the
 * limits of the field.
 */
export function text(message?: string) {
  return z.string(message).check(z.regex(WELL_FORMED, { error: message ?? NOT_WELL_FORMED, abort: true }));
}

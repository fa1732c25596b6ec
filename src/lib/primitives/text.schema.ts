import { z } from 'zod/mini';

/** Text without lone surrogates, which JSON allows, but UTF-8, URLs and databases do not. */
const WELL_FORMED = /^\P{Cs}*$/u;
const NOT_WELL_FORMED = 'The text has a broken character.';

/**
 * Creates the schema of texts from browsers and other services. Use it instead of `z.string()`, and add the limits of
 * the field.
 */
export function text(message?: string) {
  return z.string(message).check(z.regex(WELL_FORMED, { error: message ?? NOT_WELL_FORMED, abort: true }));
}

/** More than any form of the shop has, and few enough to be worked through at once. */
export const MOST_FIELDS = 1_000;
/** Boxes of one name that may be ticked. */
const MOST_REPEATS = 100;

/** The fields of a form in the order in which they come, gathered in linear time and up to a bound. */
export class FormFields {
  readonly #fields = new Map<string, string | string[]>();
  readonly #most: number;
  #count = 0;

  constructor(most = MOST_FIELDS) {
    this.#most = most;
  }

  /** False when there are too many fields, or too many of one name. */
  add(name: string, value: string): boolean {
    this.#count += 1;
    if (this.#count > this.#most) return false;
    // PostgreSQL keeps no NUL in a text.
    const text = value.replaceAll('\0', '');
    const before = this.#fields.get(name);
    if (before === undefined) this.#fields.set(name, text);
    else if (typeof before === 'string') this.#fields.set(name, [before, text]);
    else return before.push(text) <= MOST_REPEATS;
    return true;
  }

  /** A name that came once is text, one that repeats is a list. */
  all(): Record<string, unknown> {
    return Object.fromEntries(this.#fields);
  }
}

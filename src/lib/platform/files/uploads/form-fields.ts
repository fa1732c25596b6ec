export const MAX_FIELDS = 1_000;
const MAX_REPEATS = 100;

/** The text fields of one form, with limits on their number. */
export class FormFields {
  readonly #fields = new Map<string, string | string[]>();
  readonly #maxFields: number;
  #count = 0;

  constructor(maxFields = MAX_FIELDS) {
    this.#maxFields = maxFields;
  }

  /** Adds a field. Returns false if the form has too many fields, or too many fields with this name. */
  add(name: string, value: string): boolean {
    this.#count += 1;
    if (this.#count > this.#maxFields) return false;
    // PostgreSQL can't store NUL in text.
    const text = value.replaceAll('\0', '');
    const existingValue = this.#fields.get(name);
    if (existingValue === undefined) this.#fields.set(name, text);
    else if (typeof existingValue === 'string') this.#fields.set(name, [existingValue, text]);
    else return existingValue.push(text) <= MAX_REPEATS;
    return true;
  }

  toObject(): Record<string, unknown> {
    return Object.fromEntries(this.#fields);
  }
}

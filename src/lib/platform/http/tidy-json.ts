const DEEPEST = 16;
const MOST_VALUES = 1_000;

/** Removes NUL, which PostgreSQL keeps in no text; false when the body is too deep or has too many values. */
export function tidyJson(body: object): boolean {
  let left = MOST_VALUES;

  function tidy(value: object, depth: number): boolean {
    const names = Object.keys(value);
    left -= names.length;
    if (left < 0 || depth > DEEPEST) return false;
    const holder = value as Record<string, unknown>;
    return names.every((name) => {
      const one = holder[name];
      // `JSON.parse` makes `__proto__` an own name, so this changes no prototype.
      if (typeof one === 'string') holder[name] = one.replaceAll('\0', '');
      return typeof one !== 'object' || one === null || tidy(one, depth + 1);
    });
  }

  return tidy(body, 1);
}

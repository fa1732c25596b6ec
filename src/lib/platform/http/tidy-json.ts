/** Deeper and wider than any body that the shop's own code sends. */
const DEEPEST = 16;
const MOST_VALUES = 1_000;

/** Takes NUL out of the texts of a parsed body, since PostgreSQL keeps none; false when it is too deep or has too many values. */
export function tidyJson(body: object): boolean {
  let left = MOST_VALUES;

  function tidy(value: object, depth: number): boolean {
    const names = Object.keys(value);
    left -= names.length;
    if (left < 0 || depth > DEEPEST) return false;
    const holder = value as Record<string, unknown>;
    return names.every((name) => {
      const one = holder[name];
      // Each name is the object's own, so that even `__proto__` is set as a plain one.
      if (typeof one === 'string') holder[name] = one.replaceAll('\0', '');
      return typeof one !== 'object' || one === null || tidy(one, depth + 1);
    });
  }

  return tidy(body, 1);
}

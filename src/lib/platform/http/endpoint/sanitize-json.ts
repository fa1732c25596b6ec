const DEEPEST = 16;
const MOST_VALUES = 1_000;
/** Half of a surrogate pair, which only JSON can hold: it is no text (RFC 7493, 2.1), and breaks whatever encodes it. */
const LONE_SURROGATE = /\p{Cs}/u;

type JsonFault = 'too many values' | 'not text';

/** Removes NUL, which PostgreSQL keeps in no text. Returns what the body is refused for. */
export function sanitizeJson(body: object): JsonFault | undefined {
  let left = MOST_VALUES;

  function tidy(value: object, depth: number): JsonFault | undefined {
    const names = Object.keys(value);
    left -= names.length;
    if (left < 0 || depth > DEEPEST) return 'too many values';
    const holder = value as Record<string, unknown>;
    for (const name of names) {
      const one = holder[name];
      if (LONE_SURROGATE.test(name) || (typeof one === 'string' && LONE_SURROGATE.test(one))) return 'not text';
      // `JSON.parse` makes `__proto__` an own name, so this changes no prototype.
      if (typeof one === 'string') holder[name] = one.replaceAll('\0', '');
      const fault = typeof one === 'object' && one !== null ? tidy(one, depth + 1) : undefined;
      if (fault) return fault;
    }
    return undefined;
  }

  return tidy(body, 1);
}

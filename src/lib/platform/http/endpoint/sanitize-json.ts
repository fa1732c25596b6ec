const MAX_DEPTH = 16;
const MAX_VALUES = 1_000;
/** Half of a surrogate pair, which JSON can contain: it is not text (RFC 7493, 2.1), and encoders fail on it. */
const LONE_SURROGATE = /\p{Cs}/u;

type JsonFault = 'too many values' | 'not text';

/** Removes NUL, which PostgreSQL can't store in text. Returns the reason if the body must be refused. */
export function sanitizeJson(body: object): JsonFault | undefined {
  let left = MAX_VALUES;

  function sanitize(value: object, depth: number): JsonFault | undefined {
    const names = Object.keys(value);
    left -= names.length;
    if (left < 0 || depth > MAX_DEPTH) return 'too many values';
    const holder = value as Record<string, unknown>;
    for (const name of names) {
      const item = holder[name];
      if (LONE_SURROGATE.test(name) || (typeof item === 'string' && LONE_SURROGATE.test(item))) return 'not text';
      // `JSON.parse` makes `__proto__` an own name, so this changes no prototype.
      if (typeof item === 'string') holder[name] = item.replaceAll('\0', '');
      const fault = typeof item === 'object' && item !== null ? sanitize(item, depth + 1) : undefined;
      if (fault) return fault;
    }
    return undefined;
  }

  return sanitize(body, 1);
}

const MAX_DEPTH = 16;
const MAX_VALUES = 1_000;
/**
 * Matches half of a surrogate pair. JSON can contain a lone half, but it is not text (RFC 7493, 2.1), and encoders fail
 * on it.
 */
const LONE_SURROGATE = /\p{Cs}/u;

type JsonProblem = 'too large' | 'not text';

/**
 * Removes NUL from the texts in `body`, because PostgreSQL can't store it. Returns the problem if the body must be
 * refused, or undefined if it has none.
 */
export function sanitizeJson(body: object): JsonProblem | undefined {
  let remainingValues = MAX_VALUES;

  function sanitize(object: object, depth: number): JsonProblem | undefined {
    const names = Object.keys(object);
    remainingValues -= names.length;
    if (remainingValues < 0 || depth > MAX_DEPTH) return 'too large';
    const fields = object as Record<string, unknown>;
    for (const name of names) {
      const value = fields[name];
      if (LONE_SURROGATE.test(name) || (typeof value === 'string' && LONE_SURROGATE.test(value))) return 'not text';
      // `JSON.parse` makes `__proto__` an own property, so this changes no prototype.
      if (typeof value === 'string') fields[name] = value.replaceAll('\0', '');
      const problem = typeof value === 'object' && value !== null ? sanitize(value, depth + 1) : undefined;
      if (problem) return problem;
    }
    return undefined;
  }

  return sanitize(body, 1);
}

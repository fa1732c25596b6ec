const MAX_PATH_LENGTH = 2_000;

/** `undefined` for anything that could lead to another site. A Location header allows only ASCII. */
export function safeRedirectPath(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > MAX_PATH_LENGTH) return undefined;
  if (!/^\/(?![/\\])[^\\\p{C}]*$/u.test(given)) return undefined;
  return given.replace(/[^!-~]/gu, encodeURIComponent);
}

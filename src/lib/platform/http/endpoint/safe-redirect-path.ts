const MAX_PATH_LENGTH = 2_000;

/** Returns undefined for anything that could lead to another site. A Location header allows only ASCII. */
export function safeRedirectPath(path: unknown): string | undefined {
  if (typeof path !== 'string' || path.length > MAX_PATH_LENGTH) return undefined;
  if (!/^\/(?![/\\])[^\\\p{C}]*$/u.test(path)) return undefined;
  return path.replace(/[^!-~]/gu, encodeURIComponent);
}

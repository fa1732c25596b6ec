const MAX_PATH_LENGTH = 2_000;

/**
 * Returns the path in ASCII, because a Location header allows nothing else. Returns undefined for a path that is too
 * long, and for anything that could lead to another site.
 */
export function safeRedirectPath(path: unknown): string | undefined {
  if (typeof path !== 'string' || path.length > MAX_PATH_LENGTH) return undefined;
  if (!/^\/(?![/\\])[^\\\p{C}]*$/u.test(path)) return undefined;
  return path.replace(/[^!-~]/gu, encodeURIComponent);
}

const LONGEST_PATH = 2_000;

/**
 * A path of this shop to go to after a login; anything that could lead elsewhere is dropped. Letters beyond ASCII, as in
 * a search for कुर्ता, are percent-encoded, since a Location header can't carry them.
 */
export function safeRedirectPath(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > LONGEST_PATH) return undefined;
  if (!/^\/(?![/\\])[^\\\p{C}]*$/u.test(given)) return undefined;
  return given.replace(/[^!-~]/gu, encodeURIComponent);
}

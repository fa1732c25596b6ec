const LONGEST_PATH = 500;

/** A path of this shop to go to after a login; anything that could lead elsewhere is dropped. */
export function ownPath(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > LONGEST_PATH) return undefined;
  return /^\/(?![/\\])[^\\\p{C}]*$/u.test(given) ? given : undefined;
}

import { hash } from 'node:crypto';

/** Returns 24 hexadecimal digits that identify a stored picture, SVG or font by its content. */
export function contentHash(bytes: Uint8Array | string): string {
  return hash('sha256', bytes).slice(0, 24);
}

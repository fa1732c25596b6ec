import { createHash } from 'node:crypto';

/** Returns 24 hexadecimal digits that identify a stored picture, SVG or font by its content. */
export function contentHash(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 24);
}

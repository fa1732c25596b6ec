import { createHash } from 'node:crypto';

/** Identifies a stored picture, drawing or font by its content: 24 hexadecimal digits. */
export function contentHash(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 24);
}

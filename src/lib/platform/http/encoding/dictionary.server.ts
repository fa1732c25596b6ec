import { hash } from 'node:crypto';

/**
 * The start of a `dcz` body: the header of a skippable zstd frame, which contains the 32 bytes of the dictionary's hash
 * (RFC 9842, 5).
 */
const DCZ_MAGIC = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]);
const HASH_BYTES = 32;

/** Text that a browser already has, so that pages need not repeat it (RFC 9842). */
export interface Dictionary {
  bytes: Buffer;
  /** The SHA-256 hash of the bytes, in hexadecimal. */
  id: string;
  /** The hash as in the header `Available-Dictionary`: base64 between colons. */
  availability: string;
  dczHeader: Buffer;
}

export function newDictionary(bytes: Buffer): Dictionary {
  const id = hash('sha256', bytes);
  const hashBytes = Buffer.from(id, 'hex');
  return {
    bytes,
    id,
    availability: `:${hashBytes.toString('base64')}:`,
    dczHeader: Buffer.concat([DCZ_MAGIC, hashBytes]),
  };
}

export function addDczHeader(compressed: Buffer, { dczHeader }: Dictionary): Buffer {
  const body = Buffer.allocUnsafeSlow(dczHeader.length + compressed.length);
  dczHeader.copy(body);
  compressed.copy(body, dczHeader.length);
  return body;
}

export function stripDczHeader(body: Buffer): Buffer {
  return body.subarray(DCZ_MAGIC.length + HASH_BYTES);
}

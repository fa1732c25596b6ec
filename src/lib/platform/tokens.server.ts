import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;

/** Returns 256 random bits in base64url. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

const TIME_DIGITS = 12;
const RANDOM_DIGITS = 20;

/**
 * Returns an id that begins with the time, so that an index grows at its end, followed by 74 random bits. The id never
 * looks like a CLI option.
 */
export function newId(): string {
  const time = Date.now().toString(16).padStart(TIME_DIGITS, '0');
  return time + randomUUID().replaceAll('-', '').slice(-RANDOM_DIGITS);
}

/** Returns the hash of a token. It needs no key, because the 256 random bits of a token can't be guessed. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Returns the keyed hash of text that could be guessed, such as a code. `purpose` separates the uses of the key. */
export function keyedHash(secretKey: string, purpose: string, text: string): string {
  return createHmac('sha256', secretKey).update(`${purpose}\n${text}`).digest('base64url');
}

/** Returns whether two secrets are equal. The comparison takes the same time for all secrets of the same length. */
export function isSameSecret(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

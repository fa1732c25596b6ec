import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;

/** Returns 256 random bits in base64url. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

const TIME_DIGITS = 12;
const RANDOM_DIGITS = 20;

/**
 * Returns an id that begins with the time, so that an index grows at its end, followed by 74 random bits. It never
 * looks like a CLI option.
 */
export function newId(): string {
  const time = Date.now().toString(16).padStart(TIME_DIGITS, '0');
  return time + randomUUID().replaceAll('-', '').slice(-RANDOM_DIGITS);
}

/** Hashes a token, without a key, because 256 random bits can't be guessed. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Hashes values that could be guessed, such as a code. `purpose` separates the uses of the key. */
export function keyedHash(secretKey: string, purpose: string, text: string): string {
  return createHmac('sha256', secretKey).update(`${purpose}\n${text}`).digest('base64url');
}

/** Compares secrets in constant time. */
export function isSameSecret(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

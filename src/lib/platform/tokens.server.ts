import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 256 random bits for a cookie or a link; only its hash is kept. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

const TIME_DIGITS = 12;
const RANDOM_DIGITS = 20;

/**
 * An unguessable id (74 random bits, as in UUID version 7) for what customers see of their own; the owner types it too, so
 * it never looks like an option. It begins with the time, so that an index grows at its end instead of everywhere, and its
 * random bits come from Node's UUIDs, which are drawn a hundred at a time.
 */
export function newId(): string {
  const time = Date.now().toString(16).padStart(TIME_DIGITS, '0');
  return time + randomUUID().replaceAll('-', '').slice(-RANDOM_DIGITS);
}

/** A token has 256 bits, so its plain hash can't be searched for. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** For what has few bits, such as a code, or must be proved to come from this shop: `purpose` keeps the uses apart. */
export function keyedHash(secretKey: string, purpose: string, text: string): string {
  return createHmac('sha256', secretKey).update(`${purpose}\n${text}`).digest('base64url');
}

import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 256 random bits for a cookie or a link; only its hash is kept. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/**
 * An unguessable id (122 random bits) for what customers see of their own; the owner types it too, so it never looks like
 * an option. Node draws the bits of UUIDs ahead, a hundred at a time.
 */
export function newId(): string {
  return randomUUID().replaceAll('-', '');
}

/** A token has 256 bits, so its plain hash can't be searched for. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** For what has few bits, such as a code, or must be proved to come from this shop: `purpose` keeps the uses apart. */
export function keyedHash(secretKey: string, purpose: string, text: string): string {
  return createHmac('sha256', secretKey).update(`${purpose}\n${text}`).digest('base64url');
}

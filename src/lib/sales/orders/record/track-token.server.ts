import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '#lib/platform/tokens.server.ts';

/** Proves that its holder may see one order; a guest has nothing else. */
export function trackToken(secretKey: string, orderId: string): string {
  return `${orderId}.${keyedHash(secretKey, 'order-track', orderId)}`;
}

/** `undefined` when this shop did not make the token. */
export function orderIdOfToken(secretKey: string, token: string): string | undefined {
  const [orderId = ''] = token.split('.', 1);
  const expected = Buffer.from(trackToken(secretKey, orderId));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected) ? orderId : undefined;
}

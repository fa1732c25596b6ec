import { isSameSecret, keyedHash } from '#lib/platform/tokens.server.ts';

/** Grants access to one order, which guests can't see otherwise. */
export function trackToken(secretKey: string, orderId: string): string {
  return `${orderId}.${keyedHash(secretKey, 'order-track', orderId)}`;
}

/** `undefined` if the token was not created by this shop. */
export function orderIdOfToken(secretKey: string, token: string): string | undefined {
  const [orderId = ''] = token.split('.', 1);
  return isSameSecret(token, trackToken(secretKey, orderId)) ? orderId : undefined;
}

/** The page on which the holder of the token confirms a cash order. */
export function confirmPath(token: string): string {
  return `/orders/confirm/${token}`;
}

import { isSameSecret, keyedHash } from '#lib/platform/tokens.server.ts';

/** Returns a token that gives its holder access to the order. Guests need this token because they have no account. */
export function trackToken(secretKey: string, orderId: string): string {
  return `${orderId}.${keyedHash(secretKey, 'order-track', orderId)}`;
}

/** Returns the id of the order to which the token gives access; undefined if this shop did not create the token. */
export function orderIdOfToken(secretKey: string, token: string): string | undefined {
  const [orderId = ''] = token.split('.', 1);
  return isSameSecret(token, trackToken(secretKey, orderId)) ? orderId : undefined;
}

/** Returns the path of the page on which the holder of the token confirms a cash order. */
export function confirmPath(token: string): string {
  return `/orders/confirm/${token}`;
}

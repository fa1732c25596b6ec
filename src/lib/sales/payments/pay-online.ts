/** Returns the path on which a cash order is paid online instead. `token` is the token of a guest's link. */
export function payOnlinePath(orderId: string, token?: string): string {
  const query = new URLSearchParams({ ...(token === undefined ? {} : { token }), state: 'instead' });
  return `/checkout/payment/${orderId}?${query}`;
}

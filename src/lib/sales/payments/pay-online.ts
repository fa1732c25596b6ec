/**
 * Returns the path of the page on which a cash order can be paid online. `token` is the token of a guest's link to the
 * order.
 */
export function payOnlinePath(orderId: string, token?: string): string {
  const query = new URLSearchParams({ ...(token === undefined ? {} : { token }), state: 'instead' });
  return `/checkout/payment/${orderId}?${query}`;
}

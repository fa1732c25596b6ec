/** The page on which the buyer of a cash order pays for it online; `token` is that of a guest's link. */
export function payOnlinePath(orderId: string, token?: string): string {
  const query = new URLSearchParams({ ...(token === undefined ? {} : { token }), state: 'instead' });
  return `/checkout/payment/${orderId}?${query}`;
}

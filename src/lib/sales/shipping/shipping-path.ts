/**
 * Returns the path of the page with the parcels of these orders or, without ids, of all orders that are not on their
 * way yet.
 */
export function shippingPath(orderIds: readonly string[]): string {
  return orderIds.length > 0 ? `/admin/shipping?of=${orderIds.join(',')}` : '/admin/shipping';
}

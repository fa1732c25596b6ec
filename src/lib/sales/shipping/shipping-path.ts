/**
 * Returns the path of the page with the parcels of these orders. If there are no ids, the page shows all parcels that
 * are not on their way yet.
 */
export function shippingPath(orderIds: readonly string[]): string {
  return orderIds.length > 0 ? `/admin/shipping?of=${orderIds.join(',')}` : '/admin/shipping';
}

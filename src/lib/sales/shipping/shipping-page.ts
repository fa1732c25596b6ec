/** The page with the parcels of some orders; of all that are not on their way yet, without any. */
export function shippingPage(orderIds: readonly string[]): string {
  return orderIds.length > 0 ? `/admin/shipping?of=${orderIds.join(',')}` : '/admin/shipping';
}

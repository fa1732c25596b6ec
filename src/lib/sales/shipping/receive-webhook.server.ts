import { runAs } from '#lib/platform/actor/actor.server.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { connectedCourier } from '#lib/sales/shipping/courier-of.server.ts';
import { recordReport } from '#lib/sales/shipping/record-report.server.ts';
import type { ShippingShop } from '#lib/sales/shipping/shipment-lease.server.ts';

/**
 * Records a report about a parcel. Returns false if the report is about an unknown parcel, or if its status does not
 * affect orders. Idempotent. Throws `refused` if the token is missing or wrong, `malformed` if the body can't be
 * parsed, `not_found` if the shop is not connected to a courier, and `conflict` if the order keeps changing
 * concurrently.
 */
export async function receiveCourierWebhook(shop: ShippingShop, body: Buffer, headers: Headers): Promise<boolean> {
  const courier = connectedCourier(shop);
  const { faults } = shop.upstreams;
  const faultSource = { upstream: `${courier.name}-webhook`, route: 'POST webhook' };
  try {
    const report = courier.readWebhook(body, headers);
    faults.markRecovered(faultSource.upstream, faultSource.route);
    if (!report) return false;
    const actor = { kind: 'gateway', id: courier.name, name: courier.title, origin: 'webhook' } as const;
    return await runAs(actor, () => recordReport(shop, report));
  } catch (error) {
    // Anyone can send forged reports. But if all reports are refused, the configured token is wrong.
    if (isShopError(error, 'refused')) faults.record({ ...faultSource, kind: 'signature' });
    throw error;
  }
}

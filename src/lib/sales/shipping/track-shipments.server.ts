import { runAs } from '#lib/platform/actor/actor.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import type { Courier } from '#lib/sales/shipping/courier/courier.ts';
import { courierOf } from '#lib/sales/shipping/courier-of.server.ts';
import { recordReport } from '#lib/sales/shipping/record-report.server.ts';
import type { ShippingShop } from '#lib/sales/shipping/shipment-lease.server.ts';

/** The interval of status queries, which find reports whose webhooks did not arrive. */
const STATUS_QUERY_INTERVAL_MS = 2 * HOUR_MS;
/** The maximum number of tracking numbers that Shiprocket accepts in one call. */
const AWBS_PER_CALL = 50;
const MAX_CALLS = 10;

/** Queries the status of tracked parcels. Concurrent processes query different parcels. */
export async function trackShipments(shop: ShippingShop, signal?: AbortSignal): Promise<void> {
  const courier = courierOf(shop);
  if (!courier) return;
  for (let n = 0; n < MAX_CALLS && !signal?.aborted; n++) {
    const awbs = await claimAwbs(shop);
    if (awbs.length === 0) return;
    if (!(await trackParcels(shop, courier, awbs))) return;
  }
}

async function claimAwbs({ db, now }: ShippingShop): Promise<string[]> {
  const queriedBefore = now() - STATUS_QUERY_INTERVAL_MS;
  const claimedShipments = await transaction(db, (tx) => {
    const dueShipmentsQuery = tx
      .selectFrom('shipment')
      .select('id')
      .where('tracked', '=', 1)
      .where('polled_at', '<=', queriedBefore)
      .orderBy('polled_at')
      .limit(AWBS_PER_CALL);
    return tx
      .updateTable('shipment')
      .set({ polled_at: now() })
      .where('id', 'in', dueShipmentsQuery)
      .where('polled_at', '<=', queriedBefore)
      .returning('awb')
      .execute();
  });
  return claimedShipments.flatMap(({ awb }) => awb ?? []);
}

/**
 * Records the reports about parcels. Returns false if the courier or the update of an order throws a ShopError. Other
 * errors are thrown.
 */
async function trackParcels(shop: ShippingShop, courier: Courier, awbs: readonly string[]): Promise<boolean> {
  try {
    const reports = await courier.track(awbs);
    const actor = { kind: 'gateway', id: courier.name, name: courier.title, origin: 'status query' } as const;
    for (const report of reports) await runAs(actor, () => recordReport(shop, report));
    return true;
  } catch (error) {
    if (!isShopError(error)) throw error;
    // `upstreams.faults` counts the courier's errors. These parcels are queried again after `STATUS_QUERY_INTERVAL_MS`.
    return false;
  }
}

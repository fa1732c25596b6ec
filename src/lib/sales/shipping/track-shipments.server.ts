import { acting } from '#lib/platform/actor/actor.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import type { Courier } from '#lib/sales/shipping/courier/courier.ts';
import { courierOf } from '#lib/sales/shipping/courier-of.server.ts';
import { recordReport } from '#lib/sales/shipping/record-report.server.ts';
import type { ShippingShop } from '#lib/sales/shipping/shipping-shop.ts';

/** Webhooks come at once; this finds what they have missed. */
const POLL_EVERY_MS = 2 * HOUR_MS;
/** The most that Shiprocket takes at once. */
const AWBS_A_CALL = 50;
const MAX_CALLS = 10;

/** Asks for the state of parcels that are on their way. Several processes ask for different ones. */
export async function trackShipments(shop: ShippingShop, signal?: AbortSignal): Promise<void> {
  const courier = courierOf(shop);
  if (!courier) return;
  for (let n = 0; n < MAX_CALLS && !signal?.aborted; n++) {
    const awbs = await claimForPolling(shop);
    if (awbs.length === 0) return;
    if (!(await trackSome(shop, courier, awbs))) return;
  }
}

async function claimForPolling({ db, now }: ShippingShop): Promise<string[]> {
  const before = now() - POLL_EVERY_MS;
  const claimed = await transaction(db, (tx) => {
    const due = tx
      .selectFrom('shipment')
      .select('id')
      .where('tracked', '=', 1)
      .where('polled_at', '<=', before)
      .orderBy('polled_at')
      .limit(AWBS_A_CALL);
    return tx
      .updateTable('shipment')
      .set({ polled_at: now() })
      .where('id', 'in', due)
      .where('polled_at', '<=', before)
      .returning('awb')
      .execute();
  });
  return claimed.flatMap(({ awb }) => awb ?? []);
}

async function trackSome(shop: ShippingShop, courier: Courier, awbs: readonly string[]): Promise<boolean> {
  try {
    const reports = await courier.track(awbs);
    const actor = { kind: 'gateway', id: courier.name, name: courier.title, origin: 'status query' } as const;
    for (const report of reports) await acting(actor, () => recordReport(shop, report));
    return true;
  } catch (error) {
    // Counted in the fault log; the next round asks again.
    if (!isShopError(error)) throw error;
    return false;
  }
}

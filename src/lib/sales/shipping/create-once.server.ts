import { isShopError, ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Consignment, Courier, RemoteParcel } from '#lib/sales/shipping/courier/courier.ts';
import type { ShipmentLease } from '#lib/sales/shipping/shipment-lease.server.ts';

const MAX_REFERENCES = 20;

/**
 * Makes sure that the courier's system has exactly one active parcel for the shipment; duplicates are cancelled. The
 * courier has no idempotency keys, so the request is recorded before the call, and a repeated request first looks for a
 * parcel that an earlier one created. A reference whose order was cancelled in that system can't be used again, so
 * another one is tried. Throws the courier's errors, and `conflict` after too many cancelled references.
 */
export async function createOnce(
  lease: ShipmentLease,
  courier: Courier,
  consignment: Consignment,
): Promise<RemoteParcel> {
  for (let n = 0; n < MAX_REFERENCES; n++) {
    const { reference, sent_at } = lease.row;
    const isRepeat = sent_at !== null;
    const before = isRepeat ? await courier.find(reference) : [];
    const existing = await keepOne(courier, before);
    if (existing) return existing;
    if (before.length === 0) {
      if (!isRepeat) await lease.save({ sent_at: lease.now() });
      const created = await create(courier, { ...consignment, reference });
      if (created) return created;
    }
    await lease.save({ reference: nextReference(reference), sent_at: null });
  }
  throw new ShopError('conflict', 'The courier has too many cancelled orders with this number.');
}

/** The created parcel; undefined if the reference belongs to a cancelled order. */
async function create(courier: Courier, consignment: Consignment): Promise<RemoteParcel | undefined> {
  let created: RemoteParcel | undefined;
  try {
    created = await courier.create(consignment);
  } catch (error) {
    if (!isShopError(error, 'conflict')) throw error;
    const parcels = await courier.find(consignment.reference);
    const existing = await keepOne(courier, parcels);
    if (existing || parcels.length > 0) return existing;
    throw error;
  }
  if (created.isCancelled) return undefined;
  // An earlier request whose response was lost may have been processed late.
  const parcels = await courier.find(consignment.reference);
  const isListed = parcels.some(({ order }) => order === created.order);
  return keepOne(courier, isListed ? parcels : [...parcels, created]);
}

/**
 * Cancels all active parcels but one, and returns that: one with a tracking number, otherwise the oldest. Undefined if
 * none is active.
 */
async function keepOne(courier: Courier, parcels: readonly RemoteParcel[]): Promise<RemoteParcel | undefined> {
  const active = parcels.filter(({ isCancelled }) => !isCancelled);
  const remoteOrder = ({ order }: RemoteParcel) => Number(order);
  const [kept, ...others] = active.sort(
    (a, b) => Number(Boolean(b.awb)) - Number(Boolean(a.awb)) || remoteOrder(a) - remoteOrder(b),
  );
  for (const other of others) await courier.cancel(other);
  return kept;
}

/** Such as `TA-2026-000001-2` after `TA-2026-000001`, then `-3`. */
export function nextReference(reference: string): string {
  const { number = reference, n = '1' } = /^(?<number>.+-\d{6,})-(?<n>\d{1,3})$/.exec(reference)?.groups ?? {};
  return `${number}-${Number(n) + 1}`;
}

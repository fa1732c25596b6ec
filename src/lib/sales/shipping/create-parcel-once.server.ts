import { isShopError, ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Consignment, Courier, RemoteParcel } from '#lib/sales/shipping/courier/courier.ts';
import type { ShipmentLease } from '#lib/sales/shipping/shipment-lease.server.ts';

const MAX_REFERENCES = 20;

/**
 * Ensures that the courier's system has exactly one active parcel for the shipment, and returns this parcel. Cancels
 * duplicates. The courier has no idempotency keys, so the request is recorded before the call, and a repeated request
 * first looks for a parcel that an earlier request created. A reference can't be used again after its order was
 * cancelled with the courier, so another reference is tried. Throws the courier's errors, and `conflict` after too many
 * cancelled references.
 */
export async function createParcelOnce(
  lease: ShipmentLease,
  courier: Courier,
  consignment: Consignment,
): Promise<RemoteParcel> {
  for (let n = 0; n < MAX_REFERENCES; n++) {
    const { reference, sent_at } = lease.row;
    const isRepeat = sent_at !== null;
    const earlierParcels = isRepeat ? await courier.find(reference) : [];
    const activeParcel = await keepOneParcel(courier, earlierParcels);
    if (activeParcel) return activeParcel;
    if (earlierParcels.length === 0) {
      if (!isRepeat) await lease.save({ sent_at: lease.now() });
      const createdParcel = await createParcel(courier, { ...consignment, reference });
      if (createdParcel) return createdParcel;
    }
    await lease.save({ reference: nextReference(reference), sent_at: null });
  }
  throw new ShopError('conflict', 'The courier has too many cancelled orders with this number.');
}

/** Creates a parcel. Returns the active parcel, or undefined if the reference belongs to a cancelled order. */
async function createParcel(courier: Courier, consignment: Consignment): Promise<RemoteParcel | undefined> {
  let createdParcel: RemoteParcel | undefined;
  try {
    createdParcel = await courier.create(consignment);
  } catch (error) {
    if (!isShopError(error, 'conflict')) throw error;
    const parcels = await courier.find(consignment.reference);
    const activeParcel = await keepOneParcel(courier, parcels);
    if (activeParcel || parcels.length > 0) return activeParcel;
    throw error;
  }
  if (createdParcel.isCancelled) return undefined;
  // An earlier request whose response was lost may have been processed late.
  const parcels = await courier.find(consignment.reference);
  const isListed = parcels.some(({ orderId }) => orderId === createdParcel.orderId);
  return keepOneParcel(courier, isListed ? parcels : [...parcels, createdParcel]);
}

/**
 * Keeps one active parcel, cancels all other active parcels, and returns the kept parcel: the oldest parcel with a
 * tracking number or, if there is none, the oldest parcel. Returns undefined if no parcel is active.
 */
async function keepOneParcel(courier: Courier, parcels: readonly RemoteParcel[]): Promise<RemoteParcel | undefined> {
  const activeParcels = parcels.filter(({ isCancelled }) => !isCancelled);
  const [keptParcel, ...otherParcels] = activeParcels.sort(
    (a, b) => Number(Boolean(b.awb)) - Number(Boolean(a.awb)) || Number(a.orderId) - Number(b.orderId),
  );
  for (const parcel of otherParcels) await courier.cancel(parcel);
  return keptParcel;
}

/** Returns the next reference: `TA-2026-000001-2` after `TA-2026-000001`, then `TA-2026-000001-3`, and so on. */
export function nextReference(reference: string): string {
  const { number = reference, n = '1' } = /^(?<number>.+-\d{6,})-(?<n>\d{1,3})$/.exec(reference)?.groups ?? {};
  return `${number}-${Number(n) + 1}`;
}

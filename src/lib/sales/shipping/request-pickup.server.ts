import type { Courier } from '#lib/sales/shipping/courier/courier.ts';
import type { ShipmentLease } from '#lib/sales/shipping/shipment-lease.server.ts';
import type { ShippingShop } from '#lib/sales/shipping/shipping-shop.ts';

/** Requests the pickup, and then the manifest that the driver signs. Throws the courier's errors. */
export async function requestPickup(_shop: ShippingShop, lease: ShipmentLease, courier: Courier): Promise<void> {
  const { remote_order: orderId, remote_shipment: shipmentId } = lease.row;
  if (!orderId || !shipmentId) return lease.finish({ task: null });
  if (lease.row.pickup === null) await lease.save({ pickup: await courier.pickup(shipmentId) });
  const manifest_url = await courier.manifest({ orderId, shipmentId });
  await lease.finish({ task: null, manifest_url });
}

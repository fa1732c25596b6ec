import type { Courier } from '#lib/sales/shipping/courier/courier.ts';
import type { HeldShipment } from '#lib/sales/shipping/held-shipment.server.ts';
import type { ShippingShop } from '#lib/sales/shipping/shipping-shop.ts';

/** Requests the pickup, then the manifest that the driver signs. Throws the courier's errors. */
export async function requestPickup(_shop: ShippingShop, held: HeldShipment, courier: Courier): Promise<void> {
  const { remote_order: order, remote_shipment: shipment } = held.row;
  if (!order || !shipment) return held.finish({ task: null });
  if (held.row.pickup === null) await held.save({ pickup: await courier.pickup(shipment) });
  const manifest_url = await courier.manifest({ order, shipment });
  await held.finish({ task: null, manifest_url });
}

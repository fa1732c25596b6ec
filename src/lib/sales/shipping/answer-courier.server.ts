import type { Courier, UndeliveredAnswer } from '#lib/sales/shipping/courier/courier.ts';
import type { ShipmentLease } from '#lib/sales/shipping/shipment-lease.server.ts';
import type { ShippingShop } from '#lib/sales/shipping/shipping-shop.ts';

/** Sends the courier the instructions from staff after a failed delivery. Throws the courier's errors. */
export async function answerCourier(_shop: ShippingShop, lease: ShipmentLease, courier: Courier): Promise<void> {
  const { awb, answer_json } = lease.row;
  if (awb !== null && answer_json !== null)
    await courier.answerUndelivered(awb, JSON.parse(answer_json) as UndeliveredAnswer);
  await lease.finish({ task: null });
}

import type { Courier, UndeliveredAnswer } from '#lib/sales/shipping/courier/courier.ts';
import type { HeldShipment } from '#lib/sales/shipping/held-shipment.server.ts';
import type { ShippingShop } from '#lib/sales/shipping/shipping-shop.ts';

/** Sends the courier the instructions of staff after a failed delivery. Throws the courier's errors. */
export async function answerCourier(_shop: ShippingShop, held: HeldShipment, courier: Courier): Promise<void> {
  const { awb, answer_json } = held.row;
  if (awb !== null && answer_json !== null)
    await courier.answerUndelivered(awb, JSON.parse(answer_json) as UndeliveredAnswer);
  await held.finish({ task: null });
}

import type { RefundTable } from '#lib/platform/db/tables/orders.ts';
import { isShopError, ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { isOfPayment } from '#lib/sales/orders/credits/refund-status.ts';
import { recordSentRefund, refundsOf } from '#lib/sales/orders/credits/refunds.server.ts';
import {
  dueRefunds,
  type RefundMethod,
  recordGatewayRefund,
  reopenRefund,
} from '#lib/sales/orders/credits/settle-refunds.server.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { RECORD_MANUAL_REFUND } from '#lib/sales/orders/record/orders.ts';
import { gatewayNamed } from '#lib/sales/payments/gateway.server.ts';
import type { PaymentGateway, ProviderName, RefundEvent } from '#lib/sales/payments/payments.ts';

const REFUND_FAILED =
  'The gateway accepted the refund and then reported a failure. It is still due: check the gateway’s dashboard, then try again.';

type RefundShop = OrderShop & Pick<Shop, 'settings' | 'upstreams'>;

/**
 * Sends the due refunds through the gateway, or records them as sent manually. Refunds of cash can't be sent through a
 * gateway, and remain due. Returns the sent refunds. Throws `conflict` if no refund is due, if the gateway rejects a
 * refund or reports that it failed, if the keys of the gateway are not set, or if the order has another version, and
 * `busy` if the gateway does not respond. Refunds that were sent before the error remain recorded.
 */
export async function refundOrder(
  shop: RefundShop,
  order: OrderRow,
  method: RefundMethod,
  version?: number,
): Promise<RefundTable[]> {
  const refunds = await dueRefunds(shop, order, method, version);
  if (method !== 'gateway') for (const refund of refunds) await recordSentRefund(shop, refund, null);
  else
    for (const { provider, reference } of oneRefundPerPayment(refunds))
      await sendDueRefunds(shop, order, provider, reference);
  const remainingRefunds = await refundsOf(shop.db.write, order.id, 'due');
  if (remainingRefunds.some(({ id }) => refunds.some((refund) => refund.id === id)))
    throw new ShopError('conflict', REFUND_FAILED);
  return refunds;
}

function oneRefundPerPayment(refunds: readonly RefundTable[]) {
  return new Map(refunds.map((refund) => [`${refund.provider} ${refund.reference}`, refund])).values();
}

/**
 * Sends the due refunds of a payment. First, records the refunds that the gateway has already sent, because a
 * response may have been lost, or the owner may have used the gateway's dashboard.
 */
async function sendDueRefunds(shop: RefundShop, { id }: OrderRow, provider: string, reference: string): Promise<void> {
  const gateway = gatewayOf(shop, provider);
  const gatewayRefunds = await gateway.refundsOf(reference);
  for (const gatewayRefund of gatewayRefunds)
    if (gatewayRefund.outcome === 'refunded')
      await recordGatewayRefund(shop, { provider: gateway.provider, ...gatewayRefund });
  const unsentRefunds = await refundsOf(shop.db.write, id, 'due');
  for (const refund of unsentRefunds.filter((unsentRefund) => isOfPayment(unsentRefund, { provider, reference }))) {
    const request = { id: refund.id, reference, amountPaise: refund.amount_paise };
    await recordSentRefund(shop, refund, await gateway.refund(request, countRefundFailures(refund, gatewayRefunds)));
  }
}

function gatewayOf(shop: RefundShop, provider: string): PaymentGateway {
  try {
    return gatewayNamed(shop, provider);
  } catch (error) {
    if (!isShopError(error, 'not_found')) throw error;
    throw new ShopError(
      'conflict',
      `The keys of ${provider} are not set. Refund the payment there, then ${RECORD_MANUAL_REFUND}.`,
    );
  }
}

/**
 * Records a refund that the gateway reports, even if it was started on the gateway's dashboard. A failed refund becomes
 * due again.
 */
export async function applyRefundEvent(
  shop: OrderShop & Pick<Shop, 'log'>,
  provider: ProviderName,
  event: RefundEvent,
): Promise<undefined> {
  if (event.outcome === 'refunded') {
    await recordGatewayRefund(shop, { provider, ...event });
    return;
  }
  const { reference, refundId } = event;
  const orderId = await reopenRefund(shop, { provider, reference }, refundId);
  if (orderId !== undefined)
    shop.log.error({ order: orderId, provider, refundId }, 'alarm: a refund failed; see orders list --refunds');
}

/**
 * Returns the number of times that this refund failed after the gateway had accepted it. A gateway refund without the
 * shop's id, for example from an old version of the program, is matched by its amount.
 */
export function countRefundFailures(
  { id, amount_paise }: Pick<RefundTable, 'id' | 'amount_paise'>,
  gatewayRefunds: readonly Pick<RefundEvent, 'outcome' | 'shopRefundId' | 'amountPaise'>[],
): number {
  const failedRefunds = gatewayRefunds.filter(({ outcome }) => outcome === 'refund_failed');
  return failedRefunds.filter(({ shopRefundId, amountPaise }) =>
    shopRefundId === undefined ? amountPaise === amount_paise : shopRefundId === id,
  ).length;
}

import type { RefundTable } from '#lib/db/tables/orders.ts';
import type { OrderRow } from '#lib/orders/change-order.server.ts';
import type { OrderShop } from '#lib/orders/order-mail.server.ts';
import { CASH, dueRefunds, noteRefund, refundsOf, reopenRefund } from '#lib/orders/refunds.server.ts';
import { gatewayNamed } from '#lib/payments/gateway.server.ts';
import type { ProviderName, RefundNews } from '#lib/payments/payments.ts';
import type { Shop } from '#lib/shop/shop.server.ts';
import { isShopError, ShopError } from '#lib/shop/shop-error.ts';

const REFUND_FAILED =
  'The gateway took the refund and then told that it failed. It is still due: look at its page, then try again.';

type RefundShop = OrderShop & Pick<Shop, 'settings' | 'upstreams'>;

/**
 * Sends back all that is due for an order: by the gateway that has the money, or, with `isByHand`, notes that the owner
 * has done so. The buyer is told. Throws `conflict` when nothing is due or it can't be sent, `busy` when the gateway is
 * silent; what went before stays noted.
 */
export async function refundOrder(shop: RefundShop, order: OrderRow, isByHand: boolean): Promise<RefundTable[]> {
  const due = await dueRefunds(shop, order);
  for (const refund of due) await noteRefund(shop, refund, isByHand ? null : await sendByGateway(shop, refund));
  const [failed] = await refundsOf(shop.db.write, order.id, 'due');
  if (failed) throw new ShopError('conflict', REFUND_FAILED);
  return due;
}

async function sendByGateway(shop: RefundShop, { provider, reference, amount_paise }: RefundTable): Promise<string> {
  if (provider === CASH) {
    throw new ShopError('conflict', 'This was paid in cash. Send it back yourself, then add --by-hand.');
  }
  try {
    return await gatewayNamed(shop, provider).refund(reference, amount_paise);
  } catch (error) {
    if (!isShopError(error) || error.code !== 'not_found') throw error;
    throw new ShopError('conflict', `The keys of ${provider} are not set. Refund it there, then add --by-hand.`);
  }
}

/** What a gateway tells of a refund: one begun on its own page counts, too, and one that failed is due again. */
export async function applyRefundNews(
  shop: OrderShop & Pick<Shop, 'log'>,
  provider: ProviderName,
  { refundId, outcome, reference, amountPaise }: RefundNews,
): Promise<undefined> {
  if (outcome === 'refund_failed') {
    const order = await reopenRefund(shop, { provider, reference }, refundId);
    if (order) shop.log.error({ order, provider, refundId }, 'alarm: a refund failed; see orders list --refunds');
    return;
  }
  const owed = await shop.db.write
    .selectFrom('refund')
    .select('amount_paise')
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (owed && amountPaise >= owed.amount_paise) await noteRefund(shop, { provider, reference }, refundId);
}

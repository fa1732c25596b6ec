import { findOtherSize } from '#lib/operations/demo-history/choose-variants.ts';
import type { StepContext } from '#lib/operations/demo-history/history-step.ts';
import { firstLineOf, type OrderAction, orderOf, parcelOf } from '#lib/operations/demo-history/order-actions.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { EXCHANGE_REASONS } from '#lib/sales/exchanges/exchange.ts';
import {
  approveExchange,
  declineExchange,
  deliverExchange,
  expireExchanges,
  receiveExchange,
  shipExchange,
} from '#lib/sales/exchanges/exchange-admin.server.ts';
import { requestExchange } from '#lib/sales/exchanges/request-exchange.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';

/** Requests an exchange of one piece of the first line, for another size if the catalogue has another size. */
export const requestExchangeAction: OrderAction = async (context, planIndex) => {
  const order = await orderOf(context, planIndex);
  const { shop } = context;
  const viewer = order.customer_id
    ? { customerId: order.customer_id }
    : { token: trackToken(shop.secretKey, order.id) };
  const reason = EXCHANGE_REASONS[planIndex % 3] ?? EXCHANGE_REASONS[0];
  const lines = await requestedLines(context, order);
  const input = { order: order.id, reasons: [reason], customReason: '', hasOriginalPackaging: 'true' as const, lines };
  await requestExchange(shop, viewer, input, []);
};

async function requestedLines(context: StepContext, order: OrderRow) {
  const { variants } = context;
  const line = await firstLineOf(context, order);
  const boughtVariant = variants.find(({ variantId }) => variantId === line.variant_id);
  const otherVariant = boughtVariant && findOtherSize(variants, boughtVariant);
  return [{ line: line.position, quantity: 1, replacement: otherVariant ? String(otherVariant.variantId) : null }];
}

const onExchange =
  (change: (shop: Shop, orderNumber: string, planIndex: number) => Promise<unknown>): OrderAction =>
  async (context, planIndex) =>
    change(context.shop, (await orderOf(context, planIndex)).number, planIndex);

/** Reserves the goods that the buyer chose. */
export const approveExchangeAction = onExchange((shop, orderNumber) => approveExchange(shop, orderNumber));

/** Receives the old goods, which can be sold again. */
export const receiveExchangeAction = onExchange((shop, orderNumber) => receiveExchange(shop, orderNumber, false));

/** Ships the new goods, with a separate tracking number. */
export const shipExchangeAction = onExchange((shop, orderNumber, planIndex) =>
  shipExchange(shop, orderNumber, parcelOf(planIndex + 100)),
);

/** Marks the new goods as delivered. */
export const deliverExchangeAction = onExchange((shop, orderNumber) => deliverExchange(shop, orderNumber));

/** Declines the exchange with a reason that the buyer reads. */
export const declineExchangeAction = onExchange((shop, orderNumber) =>
  declineExchange(shop, orderNumber, 'The pictures show that the item was washed. We can only exchange unused items.'),
);

/** Expires all exchanges whose goods have not arrived in time. */
export const expireExchangeAction: OrderAction = ({ shop }) => expireExchanges(shop);

import type { Tx } from '#lib/platform/db/db.server.ts';
import type { DraftOrderTable } from '#lib/platform/db/tables/draft-orders.ts';
import { asOneTransaction, transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { salesCounters } from '#lib/platform/telemetry/sales-counters.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { cartTerms } from '#lib/sales/cart/delivery/delivery-terms.server.ts';
import { goodsForOrder, type OrderedLine } from '#lib/sales/checkout/order-goods.server.ts';
import type { ManualTerms, OrderDraft } from '#lib/sales/checkout/order-rows.ts';
import { onlineProvider } from '#lib/sales/checkout/place.server.ts';
import { priceCart } from '#lib/sales/checkout/price-cart.server.ts';
import { writeOrder } from '#lib/sales/checkout/write-order.server.ts';
import { auditDraft, type DraftVersion, deleteDraftRow, lockDraft } from '#lib/sales/manual-orders/drafts.server.ts';
import { MANUAL_MESSAGES as MESSAGES } from '#lib/sales/manual-orders/manual-order.ts';
import { type DraftDetails, type DraftLine, draftDetails } from '#lib/sales/manual-orders/read-draft.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { addOrderEvent, type OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { claimKey, hashText } from '#lib/sales/orders/record/idempotency.server.ts';
import { priceText } from '#lib/shop/money/price-text.ts';
import { taxSchemeOf } from '#lib/shop/money/tax-scheme.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

type PlacingShop = Pick<Shop, 'db' | 'now' | 'secretKey' | 'settings' | 'upstreams'>;

export interface PlaceDraftForm extends DraftVersion {
  /** `counter` is for goods that are paid for in cash and handed over at the counter. */
  payment: 'link' | 'cod' | 'counter';
  /** The number of hours for which the goods are reserved for an order with a payment link. */
  hours?: number;
  /** The total that the page showed, in rupees. */
  total: number;
  /** The shipping day that the page showed, in epoch ms, or null if the whole order can be shipped immediately. */
  shipsAt: number | null;
}

const IDEMPOTENCY_KEY = 'place';

/**
 * Places the order of a draft, and deletes the draft. The rules of the checkout apply, except the limits for shoppers.
 * A repeated request with the same form returns the first order. Throws `not_found` if the draft does not exist,
 * `invalid` if the draft has already been placed with a different form, and `conflict` if the draft is incomplete, if
 * the payment does not fit how the goods are handed over, if online payment or cash on delivery is not available, or if
 * the prices, the stock or the draft have changed.
 */
export async function placeDraft(shop: PlacingShop, form: PlaceDraftForm): Promise<OrderRow> {
  const orderId = newId();
  const { order, isNew } = await asOneTransaction(shop.db, async (db) => {
    const txShop = { ...shop, db };
    const result = await transaction(db, (tx) => placeOnce(tx, txShop, orderId, form));
    if (!result.isNew || form.payment !== 'counter') return result;
    return { ...result, order: await moveOrder(txShop, orderId, 'delivered') };
  });
  if (isNew) salesCounters(shop.db).orders.add(order.payment_method);
  return order;
}

/**
 * Returns the id of the order that was placed from a draft, for a page that still shows the draft. Returns undefined if
 * the draft has not been placed.
 */
export async function orderOfDraft({ db }: Pick<Shop, 'db'>, draftId: string): Promise<string | undefined> {
  const claim = await db.write
    .selectFrom('idempotency_key')
    .select('order_id')
    .where('owner', '=', idempotencyOwner(draftId))
    .where('key', '=', IDEMPOTENCY_KEY)
    .executeTakeFirst();
  return claim?.order_id;
}

async function placeOnce(tx: Tx, shop: PlacingShop, orderId: string, form: PlaceDraftForm) {
  const at = shop.now();
  const attempt = {
    owner: idempotencyOwner(form.id),
    key: IDEMPOTENCY_KEY,
    bodyHash: hashText(JSON.stringify(form)),
    orderId,
    at,
  };
  const firstOrderId = await claimKey(tx, attempt, undefined);
  if (firstOrderId !== undefined) {
    const order = await tx.selectFrom('orders').selectAll().where('id', '=', firstOrderId).executeTakeFirstOrThrow();
    return { order, isNew: false };
  }
  const details = await draftDetails(tx, shop, await lockDraft(tx, form, at));
  if (details.refusal !== undefined) throw new ShopError('conflict', details.refusal);
  const order = await writeOrderOfDraft(tx, shop, { orderId, at, form, details });
  await deleteDraftRow(tx, form.id);
  await auditDraft(tx, form.id, at, 'place draft order', { after: { order: order.number } });
  return { order, isNew: true };
}

async function writeOrderOfDraft(
  tx: Tx,
  shop: PlacingShop,
  { orderId, at, form, details }: { orderId: string; at: number; form: PlaceDraftForm; details: DraftDetails },
): Promise<OrderRow> {
  const quantities = new Map(details.lines.map(({ variant, quantity }) => [variant._id, quantity]));
  const lines = await goodsForOrder(tx, quantities, at);
  const draft = {
    orderId,
    at,
    customerId: null,
    input: orderInputOf(shop, form, details),
    manual: manualTermsOf(form, details.draft),
    lines: lines.map((line) => withCustomPrice(line, details.lines)),
  } satisfies Partial<OrderDraft>;
  const seller = shopSettings(shop.db);
  const price = await priceCart(tx, { terms: cartTerms(shop.db), shopState: seller.state.name }, draft);
  const order = await writeOrder(tx, shop, { ...draft, price, taxScheme: taxSchemeOf(seller) }, undefined);
  for (const line of details.lines) if (line.reason !== null) await recordCustomPrice(tx, orderId, at, line);
  return order;
}

function orderInputOf(
  shop: PlacingShop,
  { payment, total, shipsAt }: PlaceDraftForm,
  { draft, address }: DraftDetails,
) {
  if (!address) throw new ShopError('conflict', MESSAGES.noAddress);
  if (payment === 'counter' && draft.collected === 0) throw new ShopError('conflict', MESSAGES.notCollected);
  if (payment === 'cod' && draft.collected === 1) throw new ShopError('conflict', MESSAGES.noCashOnDelivery);
  return {
    ...{ contact: { email: draft.email, mobile: draft.mobile }, address, note: draft.note, total },
    payment: payment === 'link' ? onlineProvider(shop) : ('cod' as const),
    // With null, a pre-order item causes a conflict, because the item can't be handed over yet.
    shipsAt: payment === 'counter' ? null : shipsAt,
  };
}

function manualTermsOf({ payment, hours = 0 }: PlaceDraftForm, { source, collected }: DraftOrderTable): ManualTerms {
  return { source, isCollected: collected === 1, isHandedOver: payment === 'counter', holdMs: hours * HOUR_MS };
}

function withCustomPrice(line: OrderedLine, lines: readonly DraftLine[]): OrderedLine {
  const draftLine = lines.find(({ variant }) => variant._id === line.variantId);
  return draftLine ? { ...line, pricePaise: draftLine.pricePaise } : line;
}

function recordCustomPrice(tx: Tx, orderId: string, at: number, line: DraftLine): Promise<void> {
  const { name, pricePaise, cataloguePaise, reason, pricedBy } = line;
  const authorText = pricedBy ? `, set by ${pricedBy}` : '';
  const detail = `${name}: ${priceText(pricePaise)} instead of ${priceText(cataloguePaise)}: ${reason}${authorText}`;
  const changes = { before: { name, pricePaise: cataloguePaise }, after: { name, pricePaise, reason } };
  return addOrderEvent(tx, orderId, at, 'price_set', detail, changes);
}

function idempotencyOwner(draftId: string): string {
  return `draft:${draftId}`;
}

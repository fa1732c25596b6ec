import type { z } from 'zod/mini';
import { effectivePaise } from '#lib/catalog/products/catalog.ts';
import { currentActor } from '#lib/platform/actor/actor.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { DraftOrderLineTable } from '#lib/platform/db/tables/draft-orders.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { lineQuantity, requireValidQuantity } from '#lib/sales/cart/add-to-cart.server.ts';
import { itemName, offeredVariant, offeredVariants } from '#lib/sales/manual-orders/draft-goods.server.ts';
import { changeDraft, type DraftShop, type DraftVersion } from '#lib/sales/manual-orders/drafts.server.ts';
import type { CUSTOM_PRICE, DRAFT_VARIANT } from '#lib/sales/manual-orders/manual-order.schema.ts';
import { DRAFT_MAX_LINES, MANUAL_MESSAGES as MESSAGES } from '#lib/sales/manual-orders/manual-order.ts';

interface DraftGoods extends z.infer<typeof DRAFT_VARIANT> {
  /** The quantity in pieces or metres, by default the minimum quantity. */
  quantity?: number;
}

/**
 * Adds an item, or adds to the quantity of an item that is already in the draft. Throws `invalid` if the quantity can't
 * be bought, `conflict` if the item is sold out, the draft has too many items or the draft has another version, and
 * `not_found` if the draft does not exist or the item is not for sale.
 */
export function addGoods(shop: DraftShop, { variant: variantId, quantity, ...draft }: DraftGoods) {
  return changeDraft(shop, draft, 'add to draft order', async (tx, { id }, at) => {
    const { product, variant } = await offeredVariant(tx, variantId);
    const lines = await tx.selectFrom('draft_order_line').selectAll().where('draft_id', '=', id).execute();
    const existingLine = lines.find((line) => line.variant_id === variantId);
    if (!existingLine && lines.length >= DRAFT_MAX_LINES) throw new ShopError('conflict', MESSAGES.tooManyItems);
    const newQuantity = (existingLine?.quantity ?? 0) + lineQuantity(product, variant, quantity);
    requireValidQuantity(product, variant, newQuantity);
    if (existingLine) await updateLine(tx, id, variantId, { quantity: newQuantity });
    else {
      const line = { draft_id: id, variant_id: variantId, quantity: newQuantity, added_at: at };
      await tx
        .insertInto('draft_order_line')
        .values({ ...line, price_paise: effectivePaise(variant) })
        .execute();
    }
    return { after: { item: itemName(product, variant), quantity: newQuantity } };
  });
}

/**
 * Changes the quantity of an item. Throws `invalid` if the quantity can't be bought, `conflict` if the item is sold out
 * or the draft has another version, and `not_found` if the draft does not exist, or if the item is not in the draft or
 * not for sale.
 */
export function changeQuantity(shop: DraftShop, { variant: variantId, quantity, ...draft }: DraftGoods) {
  return changeDraft(shop, draft, 'change draft order', async (tx, { id }) => {
    const before = await requireLine(tx, id, variantId);
    const { product, variant } = await offeredVariant(tx, variantId);
    const newQuantity = lineQuantity(product, variant, quantity);
    await updateLine(tx, id, variantId, { quantity: newQuantity });
    const item = itemName(product, variant);
    return { before: { item, quantity: before.quantity }, after: { item, quantity: newQuantity } };
  });
}

/**
 * Removes an item. Throws `conflict` if the draft has another version, and `not_found` if the draft does not exist or
 * the item is not in the draft.
 */
export function removeGoods(shop: DraftShop, { variant: variantId, ...draft }: z.infer<typeof DRAFT_VARIANT>) {
  return changeDraft(shop, draft, 'remove from draft order', async (tx, { id }) => {
    const { quantity } = await requireLine(tx, id, variantId);
    await deleteLine(tx, id, variantId);
    return { before: { variant: variantId, quantity } };
  });
}

/**
 * Sets a price other than the catalogue price, in paise per piece or metre, and the reason for this price. A price
 * of null restores the catalogue price. Throws `invalid` if a price has no reason, `conflict` if the draft has another
 * version, and `not_found` if the draft does not exist or the item is not in the draft.
 */
export function setCustomPrice(
  shop: DraftShop,
  { variant: variantId, price: pricePaise, reason, ...draft }: z.infer<typeof CUSTOM_PRICE>,
): Promise<{ id: string }> {
  if (pricePaise !== null && reason === '') {
    return Promise.reject(new ShopError('invalid', MESSAGES.reasonMissing, { reason: MESSAGES.reasonMissing }));
  }
  return changeDraft(shop, draft, 'set price in draft order', async (tx, { id }) => {
    const { own_price_paise, price_paise } = await requireLine(tx, id, variantId);
    const hasOwnPrice = pricePaise !== null;
    await updateLine(tx, id, variantId, {
      own_price_paise: pricePaise,
      reason: hasOwnPrice ? reason : null,
      priced_by: hasOwnPrice ? (currentActor()?.name ?? '') : null,
    });
    const newPrice = hasOwnPrice ? { pricePaise, reason } : { pricePaise: price_paise };
    return {
      before: { variant: variantId, pricePaise: own_price_paise ?? price_paise },
      after: { variant: variantId, ...newPrice },
    };
  });
}

/**
 * Accepts the current catalogue prices, and removes items that are no longer sold. Throws `conflict` if the draft has
 * another version, and `not_found` if the draft does not exist.
 */
export function acceptChanges(shop: DraftShop, draft: DraftVersion): Promise<{ id: string }> {
  return changeDraft(shop, draft, 'accept prices in draft order', async (tx, { id }) => {
    const lines = await tx.selectFrom('draft_order_line').selectAll().where('draft_id', '=', id).execute();
    const variantIds = lines.map((line) => line.variant_id);
    const offeredItems = await offeredVariants(tx, variantIds);
    const before: Record<number, number> = {};
    const after: Record<number, number | undefined> = {};
    for (const { variant_id, price_paise } of lines) {
      const item = offeredItems.get(variant_id);
      before[variant_id] = price_paise;
      after[variant_id] = item && effectivePaise(item.variant);
      if (item) await updateLine(tx, id, variant_id, { price_paise: effectivePaise(item.variant) });
      else await deleteLine(tx, id, variant_id);
    }
    return { before, after };
  });
}

async function requireLine(tx: Tx, draftId: string, variantId: number): Promise<DraftOrderLineTable> {
  const line = await tx
    .selectFrom('draft_order_line')
    .selectAll()
    .where('draft_id', '=', draftId)
    .where('variant_id', '=', variantId)
    .executeTakeFirst();
  if (!line) throw new ShopError('not_found', MESSAGES.notInDraft);
  return line;
}

async function updateLine(
  tx: Tx,
  draftId: string,
  variantId: number,
  columns: Partial<Omit<DraftOrderLineTable, 'draft_id' | 'variant_id'>>,
): Promise<void> {
  await tx
    .updateTable('draft_order_line')
    .set(columns)
    .where('draft_id', '=', draftId)
    .where('variant_id', '=', variantId)
    .execute();
}

async function deleteLine(tx: Tx, draftId: string, variantId: number): Promise<void> {
  await tx.deleteFrom('draft_order_line').where('draft_id', '=', draftId).where('variant_id', '=', variantId).execute();
}

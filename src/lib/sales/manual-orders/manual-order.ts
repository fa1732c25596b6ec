import { stockLabel } from '#lib/catalog/products/buyable-product.ts';
import { isOutOfStock, OUT_OF_STOCK, type ProductDetail, type Variant } from '#lib/catalog/products/catalog.ts';
import type { ManualSource } from '#lib/platform/db/tables/orders.ts';
import { DAY_MS, HOUR_MS } from '#lib/primitives/durations.ts';
import { metresText } from '#lib/primitives/metres.ts';

export const MANUAL_SOURCES = ['phone', 'whatsapp', 'counter'] as const satisfies readonly ManualSource[];

/** The numbers of hours for which goods can be reserved for an order with a payment link. */
export const LINK_HOURS = ['1', '6', '24', '72'] as const;
export const DEFAULT_LINK_HOURS = '24';
export const LINK_MAX_MS = 72 * HOUR_MS;

export const DRAFT_RETENTION_MS = 30 * DAY_MS;
export const DRAFT_MAX_LINES = 100;

export const MANUAL_MESSAGES = {
  draftNotFound: 'There is no such draft. It may have been placed or deleted.',
  notInDraft: 'This item is not in the draft.',
  chooseVariant: 'Choose a variant first.',
  notSold: 'This product is no longer sold.',
  tooManyItems: `A draft can have at most ${DRAFT_MAX_LINES} different items.`,
  noGoods: 'Add an item first.',
  noCustomer: 'Save the customer’s name and mobile number first.',
  noAddress: 'Save the delivery address first.',
  goodsChanged: 'Prices or stock have changed. No order was placed: please check the items.',
  noCustomerFound: 'No customer with this mobile number or email address was found.',
  notCollected: 'Cash at the counter is for goods that the customer collects.',
  noCashOnDelivery: 'Goods that the customer collects can’t be paid for on delivery.',
  reasonMissing: 'Please give a reason for the price.',
  invalidPrice: 'Enter rupees, such as 1250 or 1250.50.',
} as const;

/** Returns the path of a draft's page. */
export function draftPath({ id }: { id: string }): string {
  return `/admin/orders/drafts/${id}`;
}

/**
 * Returns a string such as "5 in stock" or, for cloth, "9 m in stock, longest piece 5 m", because a length is cut from
 * one bolt.
 */
export function availabilityText(
  { sellUnit }: Pick<ProductDetail, 'sellUnit'>,
  variant: Pick<Variant, 'quantity' | 'preOrderAt' | 'longestCutCm'>,
): string {
  const { quantity, longestCutCm } = variant;
  if (isOutOfStock(variant)) return OUT_OF_STOCK.toLowerCase();
  if (quantity <= 0) return stockLabel(variant);
  if (sellUnit === 'piece') return `${quantity} in stock`;
  const longestText =
    longestCutCm === undefined || longestCutCm === quantity ? '' : `, longest piece ${metresText(longestCutCm)}`;
  return `${metresText(quantity)} in stock${longestText}`;
}

import type { Kysely } from 'kysely';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import type { DraftOrderLineTable, DraftOrderTable } from '#lib/platform/db/tables/draft-orders.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { type CartLine, lineState } from '#lib/sales/cart/cart.ts';
import { type CartTotals, lineSubtotalPaise, type PricedLine } from '#lib/sales/cart/cart-totals.ts';
import { type DeliveryZone, deliveryZone } from '#lib/sales/cart/delivery/delivery.ts';
import { cartTerms } from '#lib/sales/cart/delivery/delivery-terms.server.ts';
import { preOrderAt, preOrderWait } from '#lib/sales/cart/delivery/delivery-time.ts';
import { type CashOffer, cashOffer } from '#lib/sales/checkout/checkout.ts';
import { NO_DELIVERY } from '#lib/sales/checkout/price-cart.server.ts';
import { priceOrder } from '#lib/sales/checkout/price-order.ts';
import { counterAddress } from '#lib/sales/manual-orders/counter-address.server.ts';
import { itemName, type OfferedItem, offeredVariants } from '#lib/sales/manual-orders/draft-goods.server.ts';
import { MANUAL_MESSAGES as MESSAGES } from '#lib/sales/manual-orders/manual-order.ts';
import { isSameState } from '#lib/shop/money/tax.ts';
import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

export interface DraftLine extends OfferedItem, Pick<CartLine, 'warning' | 'isBlocked'> {
  name: string;
  quantity: number;
  /** The customer's price per piece or metre. */
  pricePaise: number;
  /** The current catalogue price per piece or metre. */
  cataloguePaise: number;
  /** The reason for a price other than the catalogue price; null if the catalogue price applies. */
  reason: string | null;
  /** The name of the member of staff who set this price; null if the catalogue price applies. */
  pricedBy: string | null;
  subtotalPaise: number;
}

/** A draft with all data that its page shows to staff. */
export interface DraftDetails {
  draft: DraftOrderTable;
  /** The delivery address or, for goods that are collected, the shop's address. Undefined until it is known. */
  address: OrderAddress | undefined;
  lines: DraftLine[];
  /** The ids of variants that are no longer sold. */
  unavailableIds: number[];
  /** Whether some prices differ from the prices that staff accepted, or some items can't be bought. */
  hasChanged: boolean;
  zone: DeliveryZone;
  /** The totals if the order is paid online, or in cash at the counter. */
  totals: Omit<CartTotals, 'lines'>;
  /** The terms for cash on delivery. Undefined for goods that are collected. */
  cash: CashOffer | undefined;
  /** When the whole order can be shipped, in epoch ms, or null if it can be shipped immediately. */
  shipsAt: number | null;
  /** The reason why the draft can't be placed yet. Undefined if it can. */
  refusal: string | undefined;
}

/** Reads a draft with current prices and stock. Returns undefined if the draft does not exist. */
export async function readDraft(shop: Pick<Shop, 'db' | 'now'>, id: string): Promise<DraftDetails | undefined> {
  const { write } = shop.db;
  const draft = await write.selectFrom('draft_order').selectAll().where('id', '=', id).executeTakeFirst();
  return draft && draftDetails(write, shop, draft);
}

/** Reads the lines, prices and totals of a draft. `db` is a connection or a transaction. */
export async function draftDetails(
  db: Kysely<Tables>,
  shop: Pick<Shop, 'db' | 'now'>,
  draft: DraftOrderTable,
): Promise<DraftDetails> {
  const at = shop.now();
  const terms = cartTerms(shop.db);
  const seller = shopSettings(shop.db);
  const rows = await db
    .selectFrom('draft_order_line')
    .selectAll()
    .where('draft_id', '=', draft.id)
    .orderBy('added_at')
    .orderBy('variant_id')
    .execute();
  const offeredItems = await offeredVariants(
    db,
    rows.map((row) => row.variant_id),
    at,
  );
  const lines = rows.flatMap((row) => draftLine(row, offeredItems.get(row.variant_id)));
  const unavailableIds = rows.map((row) => row.variant_id).filter((id) => !offeredItems.has(id));
  const address = await addressOf(draft, seller);
  const zone = deliveryZone(address?.pincode, terms.delivery);
  const isInState = isSameState(address?.state ?? seller.state.name, seller.state.name);
  const isCollected = draft.collected === 1;
  const priceTerms = { isCod: false, isSameState: isInState, at, rates: terms.rates };
  const pricedLines = lines.map(pricedLine);
  const { totals, taxPaise } = priceOrder(pricedLines, { ...priceTerms, zone: isCollected ? NO_DELIVERY : zone });
  const hasChanged = unavailableIds.length > 0 || lines.some((line) => line.isBlocked || line.warning !== undefined);
  return {
    ...{ draft, address, lines, unavailableIds, hasChanged, zone, totals: { ...totals, taxPaise } },
    cash: isCollected ? undefined : cashOffer({ totals }, zone),
    shipsAt: preOrderWait(lines.map(({ variant }) => preOrderAt(variant)))?.shipsAt ?? null,
    refusal: placingRefusal(draft, { lines, address, hasChanged }),
  };
}

function draftLine(row: DraftOrderLineTable, item: OfferedItem | undefined): DraftLine[] {
  if (!item) return [];
  const { product, variant } = item;
  const { quantity } = row;
  const { pricePaise, ...state } = lineState(product, variant, { quantity, seenPaise: row.price_paise });
  const line = {
    ...{ product, variant, quantity, ...state, name: itemName(product, variant), cataloguePaise: pricePaise },
    ...{ pricePaise: row.own_price_paise ?? pricePaise, reason: row.reason, pricedBy: row.priced_by },
  };
  return [{ ...line, subtotalPaise: lineSubtotalPaise(pricedLine(line)) }];
}

function pricedLine({ product, variant, pricePaise, quantity }: Omit<DraftLine, 'subtotalPaise'>): PricedLine {
  return { sellUnit: product.sellUnit, pricePaise, quantity, hsn: variant.hsn ?? null };
}

async function addressOf(draft: DraftOrderTable, seller: ShopSettings): Promise<OrderAddress | undefined> {
  if (draft.mobile === '') return undefined;
  if (draft.collected === 1) return counterAddress(seller, draft);
  return draft.address_json === null ? undefined : (JSON.parse(draft.address_json) as OrderAddress);
}

function placingRefusal(
  { mobile }: DraftOrderTable,
  { lines, address, hasChanged }: Pick<DraftDetails, 'lines' | 'address' | 'hasChanged'>,
): string | undefined {
  if (hasChanged) return MESSAGES.goodsChanged;
  if (lines.length === 0) return MESSAGES.noGoods;
  if (mobile === '') return MESSAGES.noCustomer;
  return address ? undefined : MESSAGES.noAddress;
}

import { sql } from 'kysely';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { type DeliveryTerms, deliveryZone } from '#lib/sales/cart/delivery/delivery.ts';
import { deliveryTerms } from '#lib/sales/cart/delivery/delivery-terms.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';

const BATCH_SIZE = 100;
/**
 * The version of the index. If it is increased, all orders are indexed again. The condition of a partial database index
 * contains the same number.
 */
const INDEX_VERSION = 3;
export const IS_NOT_INDEXED = sql<boolean>`searchable < ${sql.lit(INDEX_VERSION)}`;

/**
 * Indexes new orders, and orders whose address, tracking number or total has changed. Also sets the state, zone and
 * pincode of these orders. Works in small transactions, so that customers can place orders in the meantime. Returns the
 * number of indexed orders.
 */
export async function indexOrders(db: ShopDatabase, signal?: AbortSignal): Promise<number> {
  // Usually all orders are indexed, and no transaction is needed.
  if (await areAllIndexed({ read: db.write })) return 0;
  const delivery = deliveryTerms(db);
  for (let indexedCount = 0; ; ) {
    const count = await transaction(db, (tx) => indexBatch(tx, delivery));
    indexedCount += count;
    if (count < BATCH_SIZE || signal?.aborted) return indexedCount;
  }
}

/** Returns whether all orders are indexed, so that the search and the filters find them. */
export async function areAllIndexed({ read }: Pick<ShopDatabase, 'read'>): Promise<boolean> {
  const unindexedOrder = await read.selectFrom('orders').select('id').where(IS_NOT_INDEXED).limit(1).executeTakeFirst();
  return unindexedOrder === undefined;
}

async function indexBatch(tx: Tx, delivery: DeliveryTerms): Promise<number> {
  // Orders are marked as indexed before they are read, so that orders that change in between are indexed again.
  const orders = await tx
    .updateTable('orders')
    .set({ searchable: INDEX_VERSION })
    .where('id', 'in', (eb) =>
      eb.selectFrom('orders').select('id').where(IS_NOT_INDEXED).orderBy('created_at').limit(BATCH_SIZE),
    )
    .returning(['id', 'number', 'email', 'mobile', 'tracking_number', 'total_paise', 'address_json', 'created_at'])
    .execute();
  if (orders.length === 0) return 0;
  const ids = orders.map(({ id }) => id);
  const lines = await tx.selectFrom('order_line').select(['order_id', 'sku']).where('order_id', 'in', ids).execute();
  const linesByOrder = Map.groupBy(lines, ({ order_id }) => order_id);
  const ordersWithAddress = orders.map((order) => ({
    ...order,
    address: JSON.parse(order.address_json) as OrderAddress,
  }));
  await tx.deleteFrom('order_term').where('order_id', 'in', ids).execute();
  const rows = ordersWithAddress.flatMap((order) => {
    const terms = orderTerms({ ...order, skus: (linesByOrder.get(order.id) ?? []).map(({ sku }) => sku) });
    return terms.map((term) => ({ term, order_id: order.id, created_at: order.created_at }));
  });
  await tx.insertInto('order_term').values(rows).execute();
  await setLocations(tx, ordersWithAddress, delivery);
  return orders.length;
}

async function setLocations(
  tx: Tx,
  orders: readonly { id: string; address: Partial<OrderAddress> }[],
  delivery: DeliveryTerms,
): Promise<void> {
  const rows = orders.map(({ id, address: { state, pincode } }) => {
    const zone = pincode ? deliveryZone(pincode, delivery).name : null;
    const columns = [id, state || null, zone, pincode || null].map((value) => sql`cast(${value} as text)`);
    return sql`(${sql.join(columns)})`;
  });
  await sql`
    update orders set delivery_state = given.column2, delivery_zone = given.column3,
      delivery_pincode = given.column4
    from (values ${sql.join(rows)}) as given where orders.id = given.column1`.execute(tx);
}

/** The minimum length of a term. A shorter term would match too many orders to be useful. */
const MIN_TERM_CHARACTERS = 2;
const MAX_TERM_CHARACTERS = 80;
const MOBILE_LAST_DIGITS = 4;

interface SearchableOrder extends Pick<OrderRow, 'number' | 'email' | 'mobile' | 'tracking_number' | 'total_paise'> {
  address: Partial<OrderAddress>;
  skus: readonly (string | null)[];
}

/**
 * Returns the search terms of an order: the number, with and without its prefix, year and leading zeros; the name,
 * email address, pincode, city, state, SKUs and tracking number; the mobile numbers and their last four digits; and the
 * total in rupees.
 */
function orderTerms({ number, email, mobile, tracking_number, total_paise, address, skus }: SearchableOrder): string[] {
  const digits = mobile.replace(/\D/g, '');
  const rupees = total_paise / 100;
  const texts = [
    number,
    number.replace(/^.*\D0*/, ''),
    email,
    digits.slice(-10),
    digits.slice(-MOBILE_LAST_DIGITS),
    address.mobile?.slice(-10),
    address.mobile?.slice(-MOBILE_LAST_DIGITS),
    address.pincode,
    tracking_number,
    Number.isInteger(rupees) ? String(rupees) : rupees.toFixed(2),
    ...skus,
    ...wordsOf(address.name),
    ...wordsOf(address.city),
    ...wordsOf(address.state),
  ];
  const terms = texts.map((text) => termOf(text ?? '')).filter((term) => term.length >= MIN_TERM_CHARACTERS);
  return [...new Set(terms)];
}

/** Returns the terms of a search text. An order matches if each term is a prefix of one of the order's terms. */
export function queryTerms(text: string): string[] {
  const normalizedText = text.replace(/[₹,]/g, '').replace(/^\+?91[\s-]*(?=\d{5}[\s-]?\d{5}$)/, '');
  // A text of several groups of digits is one number, for example 98765 43210.
  const parts = /^[\d\s]+$/.test(normalizedText) ? [normalizedText.replace(/\s/g, '')] : normalizedText.split(/\s+/);
  return [...new Set(parts.map(termOf).filter((term) => term.length >= MIN_TERM_CHARACTERS))];
}

function wordsOf(text: string | undefined): string[] {
  return text?.split(/[\s.,]+/) ?? [];
}

/**
 * Returns the text in lower case, without accents and without spaces at its ends, truncated to the maximum length of a
 * term. Compatibility characters such as ligatures are replaced by the usual letters.
 */
function termOf(text: string): string {
  const unaccentedText = text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC');
  return unaccentedText.toLowerCase().trim().slice(0, MAX_TERM_CHARACTERS);
}

import { sql } from 'kysely';
import { chunksForInsert } from '#lib/platform/db/chunks.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { OrderLineTable, OrderStatus } from '#lib/platform/db/tables/orders.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';
import { type SeededRandom, seededRandom } from '#lib/primitives/seeded-random.ts';
import { indexOrders } from '#lib/sales/orders/list/index-orders.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';

const FIRST_NAMES = ['Asha', 'Bela', 'Chitra', 'Divya', 'Esha', 'Farah', 'Gauri', 'Hema', 'Isha', 'Jaya', 'Kavya'];
const LAST_NAMES = ['Rao', 'Shah', 'Iyer', 'Das', 'Khan', 'Nair', 'Patel', 'Reddy', 'Sen', 'Verma', 'Joshi', 'Pillai'];
const CITIES = [
  ['Hyderabad', 'Telangana', '500'],
  ['Bengaluru', 'Karnataka', '560'],
  ['Mumbai', 'Maharashtra', '400'],
  ['Delhi', 'Delhi', '110'],
  ['Surat', 'Gujarat', '395'],
  ['Kochi', 'Kerala', '682'],
  ['Kolkata', 'West Bengal', '700'],
  ['Srinagar', 'Jammu and Kashmir', '190'],
] as const;
const CARRIERS = ['Delhivery', 'Blue Dart', 'DTDC', 'India Post'];
/** The statuses of the latest orders, which are still open. */
const OPEN_STATUSES: readonly OrderStatus[] = ['placed', 'processing', 'shipped', 'placed', 'out_for_delivery'];
const OPEN_COUNT = 600;
const CASH_DUE_COUNT = 2_000;
const PRODUCTS = 2_000;
/** A time 15 minutes after the last order. */
export const HISTORY_ENDS_AT = Date.parse('2026-11-20T06:00:00Z');

/** Adds the orders of several years, most of them delivered, with their search terms. */
export async function fillOrderHistory(db: ShopDatabase, count: number): Promise<void> {
  const random = seededRandom(34);
  const orders = Array.from({ length: count }, (_, n) => orderRow(n, count, random));
  for (const rows of chunksForInsert(orders)) await db.bulk.insertInto('orders').values(rows).execute();
  const lines = orders.flatMap(({ id }, n) =>
    Array.from({ length: 1 + (n % 3) }, (_, position) => lineRow(id, position, random)),
  );
  for (const rows of chunksForInsert(lines)) await db.bulk.insertInto('order_line').values(rows).execute();
  await db.bulk.insertInto('number_series').values({ name: 'order-2026', value: count }).execute();
  await indexOrders(db);
  // PostgreSQL runs this command automatically from time to time.
  await sql.raw(db.engine === 'postgres' ? 'vacuum analyze' : 'analyze').execute(db.bulk);
}

/** Adds the products of the order lines as copies of the scarf in `stockGoods`. Three in ten have up to two pieces. */
export async function fillProducts(db: ShopDatabase): Promise<void> {
  const { write } = db;
  const product = await write
    .selectFrom('product')
    .selectAll()
    .where('slug', '=', 'test-scarf')
    .executeTakeFirstOrThrow();
  const variant = await write
    .selectFrom('variant')
    .selectAll()
    .where('product_id', '=', product.id)
    .executeTakeFirstOrThrow();
  const ids = Array.from({ length: PRODUCTS }, (_, id) => id);
  const products = ids.map((id) => ({ ...product, id, slug: `goods-${id}` }));
  const variants = ids.map((id) => ({
    ...{ ...variant, id, product_id: id, sku: `SKU-${id}` },
    quantity: id % 10 < 3 ? id % 3 : 1_000_000,
  }));
  for (const rows of chunksForInsert(products))
    await db.bulk
      .insertInto('product')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  for (const rows of chunksForInsert(variants))
    await db.bulk
      .insertInto('variant')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

function orderRow(n: number, count: number, random: SeededRandom): OrderRow {
  const remaining = count - n;
  const [city, state, prefix] = random.pick(CITIES);
  const order_status =
    remaining <= OPEN_COUNT
      ? random.pick(OPEN_STATUSES)
      : n % 25 === 0
        ? 'cancelled'
        : n % 90 === 1
          ? 'returned'
          : 'delivered';
  const isCash = n % 5 < 3;
  const isClosed = order_status === 'delivered' || order_status === 'returned';
  const wasShipped = isClosed || order_status === 'shipped' || order_status === 'out_for_delivery';
  const mobile = String(6_000_000_000 + random.integerBelow(3_999_999_999));
  const total_paise = 30_000 + random.integerBelow(9_000) * 100;
  const created_at = HISTORY_ENDS_AT - remaining * 15 * MINUTE_MS;
  const address = {
    ...{
      name: `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`,
      house: String(n % 300),
      street: 'Karkhana Lane',
    },
    ...{ landmark: '', city, state, pincode: `${prefix}${String(random.integerBelow(100)).padStart(3, '0')}`, mobile },
  };
  return {
    id: `order-${String(n).padStart(8, '0')}`,
    number: `TNA-2026-${String(n).padStart(6, '0')}`,
    customer_id: null,
    email: `buyer-${n}@example.in`,
    mailbox: null,
    mobile,
    address_json: JSON.stringify(address),
    order_status,
    payment_status:
      order_status === 'cancelled' ? (n % 500 === 0 ? 'refund_due' : 'refunded') : isCash && !isClosed ? 'cod' : 'paid',
    payment_method: isCash ? 'cod' : 'razorpay',
    subtotal_paise: total_paise,
    discount_paise: 0,
    outfit_paise: 0,
    delivery_paise: 0,
    cod_fee_paise: 0,
    ...{ gift_wrap: 0, gift_wrap_paise: 0, gift_note: null, swatch_paise: 0 },
    prepaid_discount_paise: 0,
    advance_paise: 0,
    advance_paid: 0,
    tax_paise: 0,
    total_paise,
    delivery_tax_json: '{}',
    tax_scheme: 'regular',
    coupon_code: null,
    note: null,
    hold_until: null,
    stock_held: 0,
    counted: 1,
    searchable: 0,
    delivery_state: null,
    delivery_zone: null,
    delivery_pincode: null,
    buyer_gstin: null,
    buyer_business: null,
    cash_due: isCash && order_status === 'delivered' && remaining <= OPEN_COUNT + CASH_DUE_COUNT ? 1 : 0,
    cash_remitted_at: null,
    awaits_confirmation: 0,
    packed_at: null,
    source: 'shop' as const,
    collected: 0,
    carrier: wasShipped ? random.pick(CARRIERS) : null,
    tracking_number: wasShipped ? `AWB${String(100_000_000 + n)}` : null,
    tracking_url: null,
    invoice_number: wasShipped ? `TA/26-27/${String(n).padStart(6, '0')}` : null,
    invoice_at: wasShipped ? created_at : null,
    created_at,
    updated_at: created_at,
    paid_at: null,
    delivered_at: isClosed ? created_at : null,
  };
}

function lineRow(order_id: string, position: number, random: SeededRandom): OrderLineTable {
  // Some goods are sold much more often than others.
  const product = random.integerBelow(random.integerBelow(PRODUCTS) + 1);
  return {
    ...{ order_id, position, product_id: product, variant_id: product, slug: `goods-${product}` },
    ...{
      name: `Handwoven goods ${product}`,
      variant: 'M',
      sku: `SKU-${String(product).padStart(4, '0')}-M`,
      hsn: null,
    },
    ...{ sell_unit: 'piece', quantity: 1, taken: 1, pre_order_at: null, picture_hash: null, color: null },
    ...{
      bolt_position: null,
      price_paise: 100_000,
      subtotal_paise: 100_000,
      discount_paise: 0,
      prepaid_discount_paise: 0,
      tax_rate_bp: 500,
    },
    ...{ taxable_paise: 95_238, cgst_paise: 0, sgst_paise: 0, igst_paise: 4_762, total_paise: 100_000 },
  };
}

import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { chunksForInsert } from '#lib/platform/db/chunks.ts';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import type { OrderLineTable, OrderStatus } from '#lib/platform/db/tables/orders.ts';
import { listCustomerOrders } from '#lib/sales/orders/read-orders.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { findOrder, latestOrders } from '#lib/sales/orders/record/find-order.server.ts';
import { addCustomer, type TestCustomer } from '#support/customers.ts';
import { startPostgres } from '#support/postgres.ts';
import { createDatabase } from '#support/test-database.ts';
import type { BenchOptions } from './bench-options.ts';
import { type Figure, median } from './figures.ts';

const MAX_GROWTH = 1.5;
/** Shorter times are rounded up to this time in ms, because the clock's jitter would dominate them. */
const MIN_COMPARED_MS = 1;
const ORDER_COUNTS = [1_000, 100_000];
const ORDERS_OF_CUSTOMER = 50;
const RUNS = 20;
const STATUSES: OrderStatus[] = ['delivered', 'delivered', 'delivered', 'shipped', 'placed', 'cancelled'];

/** Measures pages and commands that read orders, with a thousand and a hundred thousand orders. */
export async function measureOrders({ engines }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  const postgres = engines.includes('postgres') ? await startPostgres() : undefined;
  for (const engine of engines.filter((name) => name !== 'postgres' || postgres)) {
    const msWithFewestOrders = new Map<string, number>();
    for (const count of ORDER_COUNTS) {
      const database = engine === 'postgres' && postgres ? await createDatabase(postgres.url) : undefined;
      const db = await openDatabase({ dataDir: '', databaseUrl: database?.url, isTemporary: !database });
      await migrate(db);
      const customer = await fillOrders(db, count);
      for (const [label, ms] of await measure(db, customer, count)) {
        const smallMs = msWithFewestOrders.get(label);
        if (smallMs === undefined) msWithFewestOrders.set(label, ms);
        const growth =
          smallMs === undefined ? undefined : Math.max(ms, MIN_COMPARED_MS) / Math.max(smallMs, MIN_COMPARED_MS);
        figures.push({ part: 'orders', label, value: ms, unit: 'ms', column: `${engine}, ${count} orders` });
        if (growth !== undefined)
          figures.push({
            part: 'orders',
            label,
            value: growth,
            unit: '×',
            budget: MAX_GROWTH,
            column: `${engine}, growth`,
          });
      }
      await db.close();
      await database?.drop();
    }
  }
  await postgres?.stop();
  return figures;
}

async function measure(db: ShopDatabase, { id, email }: TestCustomer, count: number): Promise<[string, number][]> {
  const queries: Record<string, () => Promise<unknown>> = {
    'orders list': () => latestOrders(db, 50),
    'orders list --status returned': () => latestOrders(db, 50, { status: 'returned' }),
    'orders list --email': () => latestOrders(db, 50, { email }),
    'orders list --refunds': () => latestOrders(db, 50, { isRefundDue: true }),
    'orders show, by the end of a number': () => findOrder(db, String(count - 1)),
    'account, first page of orders': () => listCustomerOrders(db, id, 1),
    'account, last page of orders': () => listCustomerOrders(db, id, 5),
  };
  const measuredTimes: [string, number][] = [];
  for (const [label, query] of Object.entries(queries)) {
    const times: number[] = [];
    for (let iteration = 0; iteration < RUNS; iteration++) {
      const startedAt = performance.now();
      await query();
      times.push(performance.now() - startedAt);
    }
    measuredTimes.push([label, median(times)]);
  }
  return measuredTimes;
}

/** Adds orders, one in ten thousand with the status "returned". Returns the customer with the last fifty orders. */
async function fillOrders(db: ShopDatabase, count: number): Promise<TestCustomer> {
  const customer = await addCustomer(db);
  const orders = Array.from({ length: count }, (_, index) =>
    orderRow(index, index >= count - ORDERS_OF_CUSTOMER ? customer : undefined),
  );
  for (const rows of chunksForInsert(orders)) await db.bulk.insertInto('orders').values(rows).execute();
  await db.bulk.insertInto('number_series').values({ name: 'order-2026', value: count }).execute();
  const lines = orders.map(({ id }) => lineRow(id));
  for (const rows of chunksForInsert(lines)) await db.bulk.insertInto('order_line').values(rows).execute();
  await sql`analyze`.execute(db.bulk);
  return customer;
}

function orderRow(index: number, customer: TestCustomer | undefined): OrderRow {
  return {
    id: `order-${String(index).padStart(8, '0')}`,
    number: `TA-2026-${String(index).padStart(6, '0')}`,
    customer_id: customer?.id ?? null,
    email: customer?.email ?? `buyer-${index}@example.in`,
    mailbox: null,
    mobile: '9876543210',
    address_json: '{}',
    order_status: index % 10_000 === 77 ? 'returned' : STATUSES[index % STATUSES.length]!,
    payment_status: 'cod',
    payment_method: 'cod',
    subtotal_paise: 100_000,
    discount_paise: 0,
    outfit_paise: 0,
    delivery_paise: 0,
    cod_fee_paise: 0,
    ...{ gift_wrap: 0, gift_wrap_paise: 0, gift_note: null, swatch_paise: 0 },
    prepaid_discount_paise: 0,
    advance_paise: 0,
    advance_paid: 0,
    tax_paise: 0,
    total_paise: 100_000,
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
    cash_due: 0,
    cash_remitted_at: null,
    awaits_confirmation: 0,
    packed_at: null,
    source: 'shop',
    collected: 0,
    carrier: null,
    tracking_number: null,
    tracking_url: null,
    invoice_number: null,
    invoice_at: null,
    created_at: 1_700_000_000_000 + index * 60_000,
    updated_at: 1_700_000_000_000 + index * 60_000,
    paid_at: null,
    delivered_at: null,
  };
}

function lineRow(orderId: string): OrderLineTable {
  return {
    order_id: orderId,
    position: 0,
    product_id: 1,
    variant_id: 1,
    slug: 'kurta',
    name: 'Kurta',
    variant: 'M',
    sku: null,
    hsn: null,
    sell_unit: 'piece',
    quantity: 1,
    taken: 1,
    pre_order_at: null,
    picture_hash: null,
    color: null,
    bolt_position: null,
    price_paise: 100_000,
    subtotal_paise: 100_000,
    discount_paise: 0,
    prepaid_discount_paise: 0,
    tax_rate_bp: 500,
    taxable_paise: 95_238,
    cgst_paise: 0,
    sgst_paise: 0,
    igst_paise: 4_762,
    total_paise: 100_000,
  };
}

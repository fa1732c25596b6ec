import { type RawBuilder, sql } from 'kysely';
import type { Engine, ShopDatabase } from '#lib/platform/db/db.server.ts';
import { keysetPage } from '#lib/platform/db/keyset-page.server.ts';
import type { ReturnReason } from '#lib/platform/db/tables/orders.ts';
import { RETURN_REASONS } from '#lib/sales/cash-rules/cash-rules.ts';
import { addressField, orderLinesJoin } from '#lib/sales/money-reports/documents-of-period.server.ts';
import type { ParcelView } from '#lib/sales/money-reports/money-query.schema.ts';
import type { Period } from '#lib/sales/money-reports/month.ts';
import type { ParcelGroup } from '#lib/sales/money-reports/returned-parcels.ts';

/**
 * Parcels that were shipped in a period, by the dates of their invoices, and how many of the parcels came back
 * undelivered (RTO). Goods that are collected at the counter are not parcels.
 */

type Reader = Pick<ShopDatabase, 'read' | 'engine'>;

const ORDERS_PER_PAGE = 50;

const shippedIn = ({ from, to }: Period) => sql`
  orders.invoice_at >= ${from} and orders.invoice_at < ${to} and orders.invoice_number is not null
  and orders.collected = 0`;
const IS_CASH = sql<boolean>`orders.payment_method = 'cod'`;
const CAME_BACK = sql<boolean>`orders.order_status = 'returned' and orders.delivered_at is null`;
/** Joins the credit for a refused parcel. An order has at most one such credit, because it is for the whole parcel. */
const CREDIT_JOIN = sql`left join order_credit on order_credit.order_id = orders.id and order_credit.kind = 'refused'`;
const SUM_COLUMNS = sql`count(*) as shipped, count(case when ${CAME_BACK} then 1 end) as returned,
  coalesce(sum(order_credit.return_cost_paise), 0) as cost`;

interface View {
  key: RawBuilder<unknown>;
  label: RawBuilder<unknown>;
  /** The join with the tables that `key`, `label` and `condition` need. */
  join?: RawBuilder<unknown>;
  /** A condition for the joined rows. */
  condition?: RawBuilder<unknown>;
  emptyLabel: string;
}

const VIEWS: Record<Exclude<ParcelView, 'reason'>, (engine: Engine) => View> = {
  pincode: (engine) => {
    const pincode = addressField(engine, 'pincode');
    return { key: pincode, label: sql`max(trim(${addressField(engine, 'city')}))`, emptyLabel: '' };
  },
  courier: () => ({ key: sql`orders.carrier`, label: sql`max(orders.carrier)`, emptyLabel: 'No courier recorded' }),
  product: (engine) => ({
    key: sql`order_line.product_id`,
    label: sql`max(order_line.name)`,
    join: orderLinesJoin(engine),
    // A parcel with several sizes of a product counts once.
    condition: sql`order_line.position = (select min(one.position) from order_line as one
      where one.order_id = orders.id and one.product_id = order_line.product_id)`,
    emptyLabel: '',
  }),
  customer: () => ({
    key: sql`case when orders.email <> '' then orders.email else orders.mobile end`,
    label: sql`max(orders.mobile)`,
    emptyLabel: '',
  }),
};

type SumRow = Record<'shipped' | 'returned' | 'cost', number | string>;

/** Reads the groups of a period's cash parcels in a view. Leaves out groups without returned parcels. */
export async function returnedParcels(db: Reader, view: ParcelView, period: Period): Promise<ParcelGroup[]> {
  const groups = view === 'reason' ? await byReason(db, period) : await byView(db, VIEWS[view](db.engine), period);
  return groups
    .filter(({ returnedCount }) => returnedCount > 0)
    .sort((a, b) => b.returnedCount - a.returnedCount || b.costPaise - a.costPaise || (a.key < b.key ? -1 : 1));
}

async function byView(
  { read }: Reader,
  { key, label, join = sql``, condition = sql`1 = 1`, emptyLabel }: View,
  period: Period,
): Promise<ParcelGroup[]> {
  const { rows } = await sql<SumRow & { key: string | number | null; label: string | null }>`
    select ${key} as key, ${label} as label, ${SUM_COLUMNS} from orders ${join} ${CREDIT_JOIN}
    where ${shippedIn(period)} and ${IS_CASH} and ${condition} group by ${key}`.execute(read);
  return rows.map((row) => ({ key: String(row.key ?? ''), label: row.label || emptyLabel, ...sumsIn(row) }));
}

/** Reads the groups by reason. For each reason, `shippedCount` is the number of all cash parcels of the period. */
async function byReason(db: Reader, period: Period): Promise<ParcelGroup[]> {
  const [{ rows }, { cash }] = await Promise.all([
    sql<SumRow & { key: ReturnReason | null }>`
      select order_credit.return_reason as key, ${SUM_COLUMNS} from orders ${CREDIT_JOIN}
      where ${shippedIn(period)} and ${IS_CASH} and ${CAME_BACK} group by order_credit.return_reason`.execute(db.read),
    parcelSums(db, period),
  ]);
  return rows.map(({ key, ...row }) => ({
    ...{ key: key ?? '', label: key === null ? 'No reason recorded' : RETURN_REASONS[key] },
    ...{ ...sumsIn(row), shippedCount: cash.shippedCount },
  }));
}

/** Reads the sums of a period's cash parcels, and the sums of its prepaid parcels. */
export async function parcelSums({ read }: Reader, period: Period) {
  const { rows } = await sql<SumRow & { cash: number | string }>`
    select case when ${IS_CASH} then 1 else 0 end as cash, ${SUM_COLUMNS} from orders ${CREDIT_JOIN}
    where ${shippedIn(period)} group by 1`.execute(read);
  const sumsWhere = (cash: 0 | 1) => sumsIn(rows.find((row) => Number(row.cash) === cash) ?? NO_PARCELS);
  return { cash: sumsWhere(1), prepaid: sumsWhere(0) };
}

const NO_PARCELS: SumRow = { shipped: 0, returned: 0, cost: 0 };

function sumsIn({ shipped, returned, cost }: SumRow) {
  return { shippedCount: Number(shipped), returnedCount: Number(returned), costPaise: Number(cost) };
}

export type ReturnedParcelRow = Awaited<ReturnType<typeof listReturnedParcels>>['rows'][number];

/** Reads a page of the returned cash parcels of a period, the latest first. */
export function listReturnedParcels(
  { read }: Reader,
  { from, to }: Period,
  page: { after?: string; before?: string } = {},
) {
  const returnedOrders = read
    .selectFrom('orders')
    .select(['id', 'number', 'invoice_at', 'email', 'mobile', 'carrier'])
    .select('address_json as addressJson')
    .select((eb) => {
      const credit = eb
        .selectFrom('order_credit')
        .whereRef('order_credit.order_id', '=', 'orders.id')
        .where('order_credit.kind', '=', 'refused');
      return [
        credit.select('return_reason').$asScalar().as('returnReason'),
        credit.select('return_cost_paise').$asScalar().as('costPaise'),
      ];
    })
    .where('invoice_at', '>=', from)
    .where('invoice_at', '<', to)
    .where('collected', '=', 0)
    .where(IS_CASH)
    .where(CAME_BACK);
  return keysetPage(returnedOrders, {
    sort: { column: 'invoice_at', direction: 'desc' },
    size: ORDERS_PER_PAGE,
    ...page,
  });
}

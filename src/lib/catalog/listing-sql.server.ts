import { type ExpressionBuilder, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Sort } from '#lib/catalog/catalog.ts';
import {
  isUnfiltered,
  type ListFilter,
  type ListingSource,
  type ListTotals,
  OWN_FACETS,
  VARIANT_FACETS,
} from '#lib/catalog/listing-filter.ts';
import { IN_STOCK_ID, PRE_ORDER_ID } from '#lib/catalog/product-rows.server.ts';
import type { ShopDatabase } from '#lib/db/db.server.ts';
import type { Tables } from '#lib/db/tables.ts';

type VariantFacet = (typeof VARIANT_FACETS)[number];
type VariantTables = Tables & { v: Tables['variant']; l: Tables['product_listing'] };
type Listing = SelectQueryBuilder<Tables & { l: Tables['product_listing'] }, 'l', object>;

const COLUMN = { size: 'v.size_id', color: 'v.color_id', age: 'v.age_id' } as const;

/** The listing by plain queries: exact at any size, and quick for small catalogues; see `ListingIndex` for the others. */
export function sqlListing(db: ShopDatabase): ListingSource {
  return {
    totals: (filter) => (isUnfiltered(filter) ? unfilteredTotals(db.read) : filteredTotals(db.read, filter)),
    async page(filter, sort, offset, limit) {
      const rows = await inOrder(matching(db.read, filter, []), sort)
        .select('l.product_id')
        .offset(offset)
        .limit(limit)
        .execute();
      return rows.map((row) => row.product_id);
    },
  };
}

async function unfilteredTotals(db: Kysely<Tables>): Promise<ListTotals> {
  const total = await countOf(db.selectFrom('product_listing as l'));
  const rows = await db
    .selectFrom('facet_value')
    .select(['id', 'product_count'])
    .where('product_count', '>', 0)
    .execute();
  return { total, counts: new Map(rows.map((row) => [row.id, row.product_count])) };
}

async function filteredTotals(db: Kysely<Tables>, filter: ListFilter): Promise<ListTotals> {
  const counts = new Map<number, number>();
  for (const facet of OWN_FACETS) {
    const products = matching(db, filter, [facet]).select('l.product_id');
    const rows = await db
      .selectFrom('product_facet as f')
      .innerJoin('facet_value as value', 'value.id', 'f.value_id')
      .where('value.kind', '=', facet)
      .where('f.product_id', 'in', products)
      .groupBy('f.value_id')
      .select(['f.value_id as id', (eb) => eb.fn.countAll<number>().as('n')])
      .execute();
    for (const { id, n } of rows) counts.set(id, n);
  }
  for (const facet of VARIANT_FACETS)
    for (const [id, n] of await countVariantFacet(db, filter, facet)) counts.set(id, n);
  return { total: await countOf(matching(db, filter, [])), counts };
}

async function countVariantFacet(
  db: Kysely<Tables>,
  filter: ListFilter,
  facet: VariantFacet,
): Promise<[number, number][]> {
  const products = matching(db, filter, VARIANT_FACETS).select('l.product_id');
  const variants = db
    .selectFrom('variant as v')
    .where('v.product_id', 'in', products)
    .where((eb) => variantHolds(eb as ExpressionBuilder<VariantTables, 'v'>, filter, [facet]));
  if (facet !== 'availability') {
    const column = COLUMN[facet];
    const rows = await variants
      .where(column, '!=', 0)
      .groupBy(column)
      .select([`${column} as id`, (eb) => eb.fn.count<number>('v.product_id').distinct().as('n')])
      .execute();
    return rows.map(({ id, n }) => [id, n]);
  }
  const row = await variants
    .select([
      sql<number>`count(distinct case when v.quantity > 0 then v.product_id end)`.as('inStock'),
      sql<number>`count(distinct case when v.pre_order_at is not null then v.product_id end)`.as('preOrder'),
    ])
    .executeTakeFirstOrThrow();
  const both: [number, number][] = [
    [IN_STOCK_ID, row.inStock],
    [PRE_ORDER_ID, row.preOrder],
  ];
  return both.filter(([, n]) => n > 0);
}

/** Active products that match all of the filter but the facets in `except`. */
function matching(db: Kysely<Tables>, filter: ListFilter, except: readonly string[]): Listing {
  let query: Listing = db.selectFrom('product_listing as l');
  if (filter.minPaise !== undefined) query = query.where('l.min_paise', '>=', filter.minPaise);
  if (filter.maxPaise !== undefined) query = query.where('l.min_paise', '<=', filter.maxPaise);
  const { ids } = filter;
  // One parameter, however many products a search finds.
  if (ids)
    query = query.where(
      ids.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`l.product_id in (${sql.raw(ids.join(', '))})`,
    );
  for (const facet of OWN_FACETS) {
    const chosen = except.includes(facet) ? undefined : filter[facet];
    if (!chosen) continue;
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('product_facet as f')
          .select(sql`1`.as('one'))
          .whereRef('f.product_id', '=', 'l.product_id')
          .where(amongst('f.value_id', chosen)),
      ),
    );
  }
  if (!VARIANT_FACETS.some((facet) => filter[facet] && !except.includes(facet))) return query;
  return query.where((eb) =>
    eb.exists(
      eb
        .selectFrom('variant as v')
        .select(sql`1`.as('one'))
        .whereRef('v.product_id', '=', 'l.product_id')
        .where((inner) => variantHolds(inner as unknown as ExpressionBuilder<VariantTables, 'v'>, filter, except)),
    ),
  );
}

/** Size, colour, age and availability on one and the same variant. */
function variantHolds(eb: ExpressionBuilder<VariantTables, 'v'>, filter: ListFilter, except: readonly string[]) {
  const chosen = (facet: VariantFacet) => (except.includes(facet) ? undefined : filter[facet]);
  const conditions = (['size', 'color', 'age'] as const).flatMap((facet) => {
    const ids = chosen(facet);
    return ids ? [amongst(COLUMN[facet], ids)] : [];
  });
  const states = chosen('availability');
  if (states) {
    const either = [];
    if (states.includes(IN_STOCK_ID)) either.push(eb('v.quantity', '>', 0));
    if (states.includes(PRE_ORDER_ID)) either.push(eb('v.pre_order_at', 'is not', null));
    conditions.push(either.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`${eb.or(either)}`);
  }
  return eb.and(conditions);
}

function amongst(column: string, ids: number[]) {
  return ids.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`${sql.ref(column)} in (${sql.join(ids)})`;
}

function inOrder(query: Listing, sort: Sort): Listing {
  const byId = (ordered: Listing) => ordered.orderBy('l.product_id', 'desc');
  if (sort === 'lowtohigh') return byId(query.orderBy('l.min_paise', 'asc'));
  if (sort === 'hightolow') return byId(query.orderBy('l.min_paise', 'desc'));
  return byId(query.orderBy(sort === 'top_sale' ? 'l.sold' : 'l.created_at', 'desc'));
}

async function countOf(query: Listing): Promise<number> {
  return (await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
}

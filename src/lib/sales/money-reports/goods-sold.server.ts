import { type RawBuilder, sql } from 'kysely';
import type { Engine, ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { SellUnit } from '#lib/primitives/metres.ts';
import {
  addressField,
  lineSums,
  linesOfPart,
  PART_SIGNS,
  PARTS,
  type Part,
  type SumColumns,
} from '#lib/sales/money-reports/documents-of-period.server.ts';
import type { GoodsView } from '#lib/sales/money-reports/money-query.schema.ts';
import type { Period } from '#lib/sales/money-reports/month.ts';

/** A group of the goods on the documents of a period: invoices less credit notes, without delivery. */
export interface SoldGoods {
  label: string;
  /** The quantity of goods sold by the piece. */
  pieces: number;
  /** The quantity of goods sold by the metre, in centimetres. */
  cm: number;
  /** The amount with tax, in paise. */
  paise: number;
}

const DELETED_PRODUCT = 'No longer in the shop';
const UNKNOWN_PLACE = 'Unknown';

interface View {
  /** The expression by which rows are grouped, by default the label. */
  key?: RawBuilder<unknown>;
  /** The name of a group. For categories, a JSON list of slugs. */
  label: RawBuilder<unknown>;
  /** The join with the tables that `key` and `label` need. */
  join?: RawBuilder<unknown>;
  emptyLabel: string;
}

/** The ways in which goods can be grouped. */
const VIEWS: Record<GoodsView, (engine: Engine) => View> = {
  product: () => ({ key: sql`order_line.product_id`, label: sql`max(order_line.name)`, emptyLabel: '' }),
  category: () => ({
    label: sql`product.categories_json`,
    join: sql`left join product on product.id = order_line.product_id`,
    emptyLabel: DELETED_PRODUCT,
  }),
  size: () => ({
    label: sql`facet_value.name`,
    join: sql`left join variant on variant.id = order_line.variant_id
      left join facet_value on facet_value.id = variant.size_id`,
    emptyLabel: 'Without a size',
  }),
  place: () => ({ label: sql`orders.delivery_state`, emptyLabel: UNKNOWN_PLACE }),
  // The key ignores case, and includes the state, because cities in two states may have the same name.
  city: (engine) => {
    const [city, state] = [sql`trim(${addressField(engine, 'city')})`, addressField(engine, 'state')];
    const cityAndState = sql`case when lower(${city}) = lower(${state}) then ${state} else ${city} || ', ' || ${state} end`;
    return { key: sql`lower(${cityAndState})`, label: sql`max(${cityAndState})`, emptyLabel: UNKNOWN_PLACE };
  },
  pincode: (engine) => {
    const pincode = addressField(engine, 'pincode');
    const label = sql`${pincode} || ' ' || max(trim(${addressField(engine, 'city')}))`;
    return { key: pincode, label, emptyLabel: UNKNOWN_PLACE };
  },
};

/** Reads the goods sold in a period, the highest amount first, by the products' current categories and sizes. */
export async function goodsSold(
  db: Pick<ShopDatabase, 'read' | 'engine'>,
  view: GoodsView,
  period: Period,
): Promise<SoldGoods[]> {
  const parts = await Promise.all(PARTS.map((part) => readPart(db, part, view, period)));
  const rows = view === 'category' ? await byCategoryName(db.read, parts.flat()) : parts.flat();
  const groups = new Map<string, SoldGoods>();
  for (const { key, label, unit, quantity, paise } of rows) {
    const group = groups.get(key) ?? { label, pieces: 0, cm: 0, paise: 0 };
    group[unit === 'metre' ? 'cm' : 'pieces'] += quantity;
    group.paise += paise;
    groups.set(key, group);
  }
  return [...groups.values()]
    .filter(({ pieces, cm, paise }) => pieces !== 0 || cm !== 0 || paise !== 0)
    .sort((a, b) => b.paise - a.paise || (a.label < b.label ? -1 : 1));
}

async function readPart(
  { engine, read }: Pick<ShopDatabase, 'read' | 'engine'>,
  part: Part,
  view: GoodsView,
  period: Period,
) {
  const { label, key = label, join, emptyLabel } = VIEWS[view](engine);
  type Row = SumColumns & { key: string | number | null; label: string | null; unit: SellUnit };
  const { rows } = await sql<Row>`
    select ${key} as key, ${label} as label, order_line.sell_unit as unit, ${lineSums(part)}
    ${linesOfPart(engine, part, period, join)} group by ${key}, order_line.sell_unit`.execute(read);
  return rows.map((row) => ({
    key: String(row.key ?? ''),
    label: row.label || emptyLabel,
    unit: row.unit,
    quantity: PART_SIGNS[part] * Number(row.quantity),
    paise:
      PART_SIGNS[part] *
      [row.taxable, row.cgst, row.sgst, row.igst].reduce<number>((sum, amount) => sum + Number(amount), 0),
  }));
}

/**
 * Returns rows with the name of their first category as the key and the label. A product counts only in its first
 * category, so that the groups add up to the total.
 */
async function byCategoryName<Row extends { key: string; label: string }>(
  read: ShopDatabase['read'],
  rows: readonly Row[],
): Promise<Row[]> {
  const categories = await read
    .selectFrom('facet_value')
    .select(['slug', 'name'])
    .where('kind', '=', 'category')
    .execute();
  const namesBySlug = new Map(categories.map(({ slug, name }) => [slug, name]));
  return rows.map((row) => {
    const [slug = ''] = JSON.parse(row.key || '[]') as string[];
    const name = row.key === '' ? row.label : (namesBySlug.get(slug) ?? 'Without a category');
    return { ...row, key: name, label: name };
  });
}

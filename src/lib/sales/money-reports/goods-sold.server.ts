import { type RawBuilder, sql } from 'kysely';
import type { Engine, ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { SellUnit } from '#lib/primitives/metres.ts';
import { addressField } from '#lib/sales/money-reports/address-field.server.ts';
import {
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

interface Row extends SumColumns {
  label: string | null;
  unit: SellUnit;
}

const DELETED_PRODUCT = 'No longer in the shop';
const UNKNOWN_PLACE = 'Unknown';

interface View {
  /** The expression by which rows are grouped, by default the label. */
  key?: RawBuilder<unknown>;
  /** The name of a group. For categories, a JSON list of slugs. */
  label: RawBuilder<unknown>;
  /** The join with the tables that `key` and `label` need. */
  join: RawBuilder<unknown>;
  emptyLabel: string;
}

/** The ways in which goods can be grouped. */
const VIEWS: Record<GoodsView, (engine: Engine) => View> = {
  product: () => ({
    key: sql`order_line.product_id`,
    label: sql`max(order_line.name)`,
    join: sql``,
    emptyLabel: '',
  }),
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
  place: () => ({ label: sql`orders.delivery_state`, join: sql``, emptyLabel: UNKNOWN_PLACE }),
  // The key ignores case, and includes the state, because cities in two states may have the same name.
  city: (engine) => {
    const [city, state] = [sql`trim(${addressField(engine, 'city')})`, addressField(engine, 'state')];
    const cityAndState = sql`case when lower(${city}) = lower(${state}) then ${state} else ${city} || ', ' || ${state} end`;
    return {
      key: sql`lower(${cityAndState})`,
      label: sql`max(${cityAndState})`,
      join: sql``,
      emptyLabel: UNKNOWN_PLACE,
    };
  },
  pincode: (engine) => {
    const pincode = addressField(engine, 'pincode');
    const label = sql`${pincode} || ' ' || max(trim(${addressField(engine, 'city')}))`;
    return { key: pincode, label, join: sql``, emptyLabel: UNKNOWN_PLACE };
  },
};

/** Reads the goods sold in a period, the highest amount first, by the products' current categories and sizes. */
export async function goodsSold(
  db: Pick<ShopDatabase, 'read' | 'engine'>,
  view: GoodsView,
  period: Period,
): Promise<SoldGoods[]> {
  const parts = await Promise.all(PARTS.map((part) => readPart(db, part, view, period)));
  const groups = new Map<string, SoldGoods>();
  for (const { key, label, unit, quantity, paise } of parts.flat()) {
    const group = groups.get(key) ?? { label, pieces: 0, cm: 0, paise: 0 };
    group[unit === 'metre' ? 'cm' : 'pieces'] += quantity;
    group.paise += paise;
    groups.set(key, group);
  }
  const namedGroups = view === 'category' ? await withCategoryNames(db.read, groups) : [...groups.values()];
  return namedGroups
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
  const { rows } = await sql<Row & { key: string | number | null }>`
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
 * Combines the groups whose first category is the same, and names them after this category. A product counts only in
 * its first category, so that the groups add up to the total.
 */
async function withCategoryNames(
  read: ShopDatabase['read'],
  groups: ReadonlyMap<string, SoldGoods>,
): Promise<SoldGoods[]> {
  const categories = await read
    .selectFrom('facet_value')
    .select(['slug', 'name'])
    .where('kind', '=', 'category')
    .execute();
  const namesBySlug = new Map(categories.map(({ slug, name }) => [slug, name]));
  const groupsByName = new Map<string, SoldGoods>();
  for (const [key, { label, pieces, cm, paise }] of groups) {
    const name = key === '' ? label : categoryName(key, namesBySlug);
    const group = groupsByName.get(name) ?? { label: name, pieces: 0, cm: 0, paise: 0 };
    groupsByName.set(name, { ...group, pieces: group.pieces + pieces, cm: group.cm + cm, paise: group.paise + paise });
  }
  return [...groupsByName.values()];
}

function categoryName(categoriesJson: string, namesBySlug: ReadonlyMap<string, string>): string {
  const [slug = ''] = JSON.parse(categoriesJson) as string[];
  return namesBySlug.get(slug) ?? 'Without a category';
}

import { optionFacetOf } from '#lib/catalog/listing-index/facets/facets.ts';
import { productBatches } from '#lib/catalog/listing-index/listing-rows.server.ts';
import { optionIds, parseTokens } from '#lib/catalog/listing-index/segment/listing-tokens.ts';
import { type ProductTexts, textOfHtml } from '#lib/catalog/search/words/word-fields.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { mapped } from '#lib/platform/jobs/steps.ts';

export interface TextRow {
  id: number;
  /** The texts of the product; undefined if the product is not for sale. */
  texts: ProductTexts | undefined;
}

/** Yields batches of the texts of all products, or of those whose version is above `since`, by ascending id. */
export async function* changedTexts(db: ShopDatabase, since: number | undefined): AsyncGenerator<Iterable<TextRow>> {
  const valueNames = await facetValueNames(db);
  const batches = productBatches(db, since, {
    readAfter: (lastId, limit) => textsQuery(db).where('p.id', '>', lastId).limit(limit).execute(),
    readByIds: (ids) => textsQuery(db).where('p.id', 'in', ids).execute(),
  });
  for await (const rows of batches) {
    const optionTextById = await unfilteredOptionTexts(db, rows);
    yield mapped(rows, (row) => ({ id: row.id, texts: textsOf(row, valueNames, optionTextById.get(row.id)) }));
  }
}

type StoredTexts = Awaited<ReturnType<ReturnType<typeof textsQuery>['execute']>>[number];

/**
 * Returns the query for the stored texts. Uses a subquery for tokens, because with a join PostgreSQL would read each
 * batch from the first product.
 */
function textsQuery(db: ShopDatabase) {
  return db.read
    .selectFrom('product as p')
    .select(['p.id', 'p.name', 'p.content', 'p.long_content', 'p.details_json', 'p.fibre', 'p.tags_json'])
    .select(['p.colors_json', 'p.options_json'])
    .select((eb) =>
      eb
        .selectFrom('product_listing as l')
        .select('l.tokens_json')
        .whereRef('l.product_id', '=', 'p.id')
        .as('tokens_json'),
    )
    .orderBy('p.id');
}

async function facetValueNames(db: ShopDatabase): Promise<Map<number, string>> {
  const values = await db.read
    .selectFrom('facet_value')
    .select(['id', 'name'])
    .where('kind', '!=', 'availability')
    .execute();
  return new Map(values.map(({ id, name }) => [id, name]));
}

/** Returns the option values, by product id, of products that have an option without a filter, such as "Pattern". */
async function unfilteredOptionTexts(db: ShopDatabase, rows: StoredTexts[]): Promise<Map<number, string>> {
  const ids = rows
    .filter(({ options_json }) => textsIn(options_json).some((label) => !optionFacetOf(label)))
    .map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const variants = await db.read
    .selectFrom('variant')
    .select(['product_id', 'values_json'])
    .distinct()
    .where('product_id', 'in', ids)
    .execute();
  const variantsByProduct = Map.groupBy(variants, ({ product_id }) => product_id);
  return new Map(
    [...variantsByProduct].map(([id, productVariants]) => [
      id,
      productVariants.flatMap(({ values_json }) => textsIn(values_json)).join(' '),
    ]),
  );
}

function textsOf(row: StoredTexts, valueNames: ReadonlyMap<number, string>, optionText = ''): ProductTexts | undefined {
  if (row.tokens_json === null) return undefined;
  const { productValueIds, combos } = parseTokens(row.tokens_json);
  const values = [...new Set([...productValueIds, ...optionIds(combos)])].map((id) => valueNames.get(id) ?? '');
  return {
    name: row.name,
    values: [...values, ...textsIn(row.colors_json), ...textsIn(row.tags_json), optionText].join(' '),
    content: `${row.content} ${row.fibre ?? ''}`,
    longContent: `${textOfHtml(row.long_content)} ${textsIn(row.details_json).join(' ')}`,
  };
}

function textsIn(json: string): string[] {
  return JSON.parse(json) as string[];
}

import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { hasOtherFamily } from '#lib/catalog/import/color-family.ts';
import type { SaveOptions } from '#lib/catalog/import/save/save-context.ts';
import { FacetRegistry } from '#lib/catalog/listing-index/facets/facet-registry.server.ts';
import { lockCatalogue } from '#lib/catalog/products/catalogue-version.server.ts';
import { COLORS, GOODS_COLORS } from '#lib/catalog/products/colors.schema.ts';
import { shopPalettes } from '#lib/catalog/products/shop-palettes.server.ts';
import type { Palettes } from '#lib/catalog/products/swatches.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { readNote, saveNote } from '#lib/platform/db/installation-notes.server.ts';

const NOTE = 'color_families';
const PRODUCTS_A_LOOK = 200;
const PAUSE_MS = 5;

/**
 * Call it in the transaction that changes the colour words. It locks out imports, so none can save products with the
 * old families afterwards.
 */
export async function clearColorFamilies(tx: Tx, now: number): Promise<void> {
  await lockCatalogue(tx);
  await saveNote({ write: tx }, NOTE, randomUUID(), now);
}

/**
 * Recomputes the colour families of all products, unless they are up to date with the current words. Returns the number
 * of changed products.
 */
export async function renewColorFamilies(
  db: ShopDatabase,
  options: Required<Pick<SaveOptions, 'requiresHsn' | 'now'>>,
): Promise<number> {
  const note = await readNote(db, NOTE);
  const mark = markOf(db);
  if (note?.value === mark) return 0;
  const products = await withOtherFamilies(db, shopPalettes(db));
  if (products.length > 0) {
    const { refreshProducts } = await import('#lib/catalog/import/save/save-catalogue.server.ts');
    await refreshProducts(db, products, options);
  }
  await keepMark(db, { before: note?.value, mark, at: options.now });
  return products.length;
}

function markOf(db: ShopDatabase): string {
  const content = contentOf(db);
  const words = JSON.stringify([content.of(COLORS), content.of(GOODS_COLORS)]);
  return createHash('sha256').update(words).digest('hex');
}

/** Does nothing if the words have changed meanwhile: the next run then recomputes all families. */
async function keepMark(
  { write }: ShopDatabase,
  { before, mark, at }: { before: string | undefined; mark: string; at: number },
): Promise<void> {
  const row = { value: mark, at };
  if (before !== undefined) {
    await write
      .updateTable('installation_note')
      .set(row)
      .where('name', '=', NOTE)
      .where('value', '=', before)
      .execute();
    return;
  }
  await write
    .insertInto('installation_note')
    .values({ name: NOTE, ...row })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function withOtherFamilies(db: ShopDatabase, palettes: Palettes): Promise<number[]> {
  const registry = await FacetRegistry.load(db.write);
  const found: number[] = [];
  let last = 0;
  for (;;) {
    const products = await productsAfter(db, last);
    found.push(...products.filter((product) => hasOtherFamily(product, palettes, registry)).map(({ id }) => id));
    last = products.at(-1)?.id ?? last;
    if (products.length < PRODUCTS_A_LOOK) return found;
    await wait(PAUSE_MS);
  }
}

async function productsAfter({ write }: ShopDatabase, last: number) {
  const products = await write
    .selectFrom('product')
    .select(['id', 'options_json', 'categories_json'])
    .where('id', '>', last)
    .orderBy('id')
    .limit(PRODUCTS_A_LOOK)
    .execute();
  const ids = products.map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await variantsOf(write, ids);
  const variants = Map.groupBy(rows, (row) => row.product_id);
  return products.map(({ id, options_json, categories_json }) => ({
    id,
    options: JSON.parse(options_json) as string[],
    categories: JSON.parse(categories_json) as string[],
    variants: (variants.get(id) ?? []).map(({ values_json, color_id }) => ({
      values: JSON.parse(values_json) as string[],
      colorId: color_id,
    })),
  }));
}

function variantsOf(write: ShopDatabase['write'], ids: number[]) {
  return write
    .selectFrom('variant')
    .select(['product_id', 'values_json', 'color_id'])
    .where('product_id', 'in', ids)
    .execute();
}

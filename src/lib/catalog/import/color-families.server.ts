import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SaveOptions } from '#lib/catalog/import/save/save-context.ts';
import { FacetRegistry } from '#lib/catalog/listing-index/facets/facet-registry.server.ts';
import { optionFacetOf } from '#lib/catalog/listing-index/facets/facets.ts';
import { valueSlug } from '#lib/catalog/listing-index/facets/value-slug.ts';
import { lockCatalogue } from '#lib/catalog/products/catalogue-version.server.ts';
import { COLORS, GOODS_COLORS } from '#lib/catalog/products/colors.schema.ts';
import { shopPalettes } from '#lib/catalog/products/shop-palettes.server.ts';
import { colorFamily, type Palettes } from '#lib/catalog/products/swatches.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { readNote, saveNote } from '#lib/platform/db/installation-notes.server.ts';

const NOTE_NAME = 'color_families';
const BATCH_SIZE = 200;
const PAUSE_MS = 5;

/**
 * Marks the stored colour families as outdated. Must be called in the transaction that changes the colour words. It
 * locks the catalogue, so that no import saves products with the old families afterwards.
 */
export async function invalidateColorFamilies(tx: Tx, now: number): Promise<void> {
  await lockCatalogue(tx);
  await saveNote({ write: tx }, NOTE_NAME, randomUUID(), now);
}

/**
 * Recomputes the colour families of all products with an outdated family. Does nothing if the families are already up
 * to date with the current colour words. Returns the number of changed products.
 */
export async function updateColorFamilies(
  db: ShopDatabase,
  options: Required<Pick<SaveOptions, 'requiresHsn' | 'now'>>,
): Promise<number> {
  const note = await readNote(db, NOTE_NAME);
  const fingerprint = fingerprintOf(db);
  if (note?.value === fingerprint) return 0;
  const productIds = await idsWithOutdatedFamilies(db, shopPalettes(db));
  if (productIds.length > 0) {
    const { refreshProducts } = await import('#lib/catalog/import/save/save-catalogue.server.ts');
    await refreshProducts(db, productIds, options);
  }
  await saveFingerprint(db, { oldValue: note?.value, fingerprint, now: options.now });
  return productIds.length;
}

function fingerprintOf(db: ShopDatabase): string {
  const content = contentOf(db);
  const colorsJson = JSON.stringify([content.of(COLORS), content.of(GOODS_COLORS)]);
  return createHash('sha256').update(colorsJson).digest('hex');
}

/**
 * Saves the fingerprint, unless the colour words have changed in the meantime. In that case, the next run checks all
 * families again.
 */
async function saveFingerprint(
  { write }: ShopDatabase,
  { oldValue, fingerprint, now }: { oldValue: string | undefined; fingerprint: string; now: number },
): Promise<void> {
  const row = { value: fingerprint, at: now };
  await write
    .insertInto('installation_note')
    .values({ name: NOTE_NAME, ...row })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(row)
        .where('installation_note.value', '=', oldValue ?? ''),
    )
    .execute();
}

async function idsWithOutdatedFamilies(db: ShopDatabase, palettes: Palettes): Promise<number[]> {
  const registry = await FacetRegistry.load(db.write);
  const outdatedIds: number[] = [];
  let lastId = 0;
  for (;;) {
    const products = await productsAfter(db, lastId);
    outdatedIds.push(
      ...products.filter((product) => hasOutdatedFamily(product, palettes, registry)).map(({ id }) => id),
    );
    lastId = products.at(-1)?.id ?? lastId;
    if (products.length < BATCH_SIZE) return outdatedIds;
    await wait(PAUSE_MS);
  }
}

async function productsAfter({ write }: ShopDatabase, lastId: number): Promise<(ColoredProduct & { id: number })[]> {
  const products = await write
    .selectFrom('product')
    .select(['id', 'options_json', 'categories_json'])
    .where('id', '>', lastId)
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute();
  if (products.length === 0) return [];
  const rows = await write
    .selectFrom('variant')
    .select(['product_id', 'values_json', 'color_id'])
    .where(
      'product_id',
      'in',
      products.map(({ id }) => id),
    )
    .execute();
  const variants = Map.groupBy(rows, (row) => row.product_id);
  return products.map(({ id, options_json, categories_json }) => ({
    id,
    options: JSON.parse(options_json),
    categories: JSON.parse(categories_json),
    variants: (variants.get(id) ?? []).map(({ values_json, color_id }) => ({
      values: JSON.parse(values_json),
      colorId: color_id,
    })),
  }));
}

interface ColoredProduct {
  options: string[];
  categories: string[];
  variants: { values: string[]; colorId: number }[];
}

/** Returns whether a variant is stored under a colour family to which its colour no longer belongs. */
export function hasOutdatedFamily(
  { options, categories, variants }: ColoredProduct,
  palettes: Palettes,
  registry: FacetRegistry,
): boolean {
  const colorIndex = options.findIndex((label) => optionFacetOf(label) === 'color');
  const categorySlugs = registry.withParents(categories).map(({ slug }) => slug);
  return variants.some(({ values, colorId }) => {
    const color = values[colorIndex];
    const slug = color ? valueSlug(colorFamily(palettes, color, categorySlugs)) : '';
    return (slug === '' ? 0 : registry.find('color', slug)?.id) !== colorId;
  });
}

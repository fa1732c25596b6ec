import { type CleanProduct, canonicalProduct } from '#lib/catalog/canonical-record.ts';
import type { ProductRecord } from '#lib/catalog/catalog-record.ts';
import { saveFormerSlugs } from '#lib/catalog/former-slugs.server.ts';
import { type ProductRows, rowsOf } from '#lib/catalog/product-rows.server.ts';
import type { Indexed, SaveContext } from '#lib/catalog/save-catalogue.server.ts';
import { lastVariantId } from '#lib/catalog/stock-ledger.server.ts';
import { loadProducts, recordOf, type StoredProduct } from '#lib/catalog/stored-products.server.ts';
import { writeProducts } from '#lib/catalog/write-products.server.ts';

/** Saves products by slug; the last record of a slug wins. */
export async function saveProducts(context: SaveContext, items: Indexed<CleanProduct>[]): Promise<void> {
  if (items.length === 0) return;
  const { result } = context;
  const sound = items.filter(({ index, record }) => {
    const problem = unknownReference(context, record);
    if (problem) result.problems.push({ index, message: `product "${record.slug}" names an unknown ${problem}` });
    return !problem;
  });
  const records = new Map(sound.map(({ record }) => [record.slug, record]));
  const former = [...records.values()].flatMap(({ former_slugs = [] }) => former_slugs);
  const stored = await loadProducts(context.tx, { slugs: [...new Set([...records.keys(), ...former])] });
  const oldBySlug = new Map(stored.map((product) => [product.row.slug, product]));
  const makeRows = await rowMaker(context);
  const changed: ProductRows[] = [];
  for (const given of records.values()) {
    const old = oldBySlug.get(given.slug) ?? renamed(given, records, oldBySlug);
    if (old && old.row.slug !== given.slug) context.tags.add(`product:${old.row.slug}`);
    const record = canonicalProduct(given);
    if (old && isUnchanged(context, record, old)) {
      result.unchanged++;
      continue;
    }
    changed.push(makeRows(record, old));
    result[old ? 'updated' : 'created']++;
  }
  result.unchanged += sound.length - records.size;
  await writeProducts(context, changed, stored);
  await saveFormerSlugs(context.tx, records.values());
}

/** The stored product that the record calls by a new name; it is taken once, and not from a record that still has its name. */
function renamed(
  { former_slugs = [] }: ProductRecord,
  records: ReadonlyMap<string, ProductRecord>,
  oldBySlug: Map<string, StoredProduct>,
): StoredProduct | undefined {
  const slug = former_slugs.find((former) => oldBySlug.has(former) && !records.has(former));
  const old = slug === undefined ? undefined : oldBySlug.get(slug);
  if (slug !== undefined) oldBySlug.delete(slug);
  return old;
}

/** Derives anew what categories, names and stock say of these products, their records staying as they are. */
export async function rederiveProducts(context: SaveContext, productIds: number[]): Promise<void> {
  const makeRows = await rowMaker(context);
  for (let from = 0; from < productIds.length; from += 500) {
    const ids = productIds.slice(from, from + 500);
    const stored = await loadProducts(context.tx, { ids });
    const rows = stored.map((old) => makeRows(recordOf(old, slugs(context)), old));
    await writeProducts(context, rows, stored);
  }
}

async function rowMaker(
  context: SaveContext,
): Promise<(record: CleanProduct, old: StoredProduct | undefined) => ProductRows> {
  const { tx, book, pictures, version, now } = context;
  const last = await tx.selectFrom('product').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  let productId = last?.id ?? 0;
  let variantId = await lastVariantId(tx);
  const ids = { nextProductId: () => ++productId, nextVariantId: () => ++variantId };
  return (record, old) => rowsOf(record, old, { book, pictures, version, now, ...ids });
}

/** What the shop counts itself is not a change when the record leaves it out. */
function isUnchanged(context: SaveContext, record: ProductRecord, old: StoredProduct): boolean {
  const before = recordOf(old, slugs(context));
  const { sold = before.sold, created_at = before.created_at } = record;
  if (JSON.stringify({ ...record, sold, created_at }) !== JSON.stringify(before)) return false;
  return old.pictures.every((picture) => {
    const given = context.pictures.get(picture.src);
    return !given || (given.hash === picture.hash && given.dominant === picture.dominant);
  });
}

function slugs({ book }: SaveContext): (id: number) => string | undefined {
  return (id) => book.get(id)?.slug;
}

function unknownReference({ book }: SaveContext, record: ProductRecord): string | undefined {
  if (record.brand && !book.find('brand', record.brand)) return `brand "${record.brand}"`;
  if (record.material && !book.find('material', record.material)) return `material "${record.material}"`;
  const category = record.categories.find((slug) => !book.find('category', slug));
  if (category !== undefined) return `category "${category}"`;
  const collection = record.collections?.find((slug) => !book.find('collection', slug));
  return collection === undefined ? undefined : `collection "${collection}"`;
}

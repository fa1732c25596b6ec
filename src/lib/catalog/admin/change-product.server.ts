import type { ProductPatch } from '#lib/catalog/import/record/catalog-record.ts';
import { saveInTransaction } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { lockCatalogue } from '#lib/catalog/products/catalogue-version.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { StoredPicture } from '#lib/platform/files/pictures/pictures.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { type ProductToEdit, readProduct, rejectOutdatedVersion } from './read-product.server.ts';

export type ProductShop = Pick<Shop, 'db' | 'now' | 'settings'>;

interface ChangeOptions {
  /** The stored new pictures, by `src`. */
  pictures?: ReadonlyMap<string, StoredPicture> | undefined;
  /** Whether variants that the patch does not name are removed. */
  removesMissing?: boolean | undefined;
}

/**
 * Reads the product and prevents other changes to product data until the transaction ends; products can still be sold.
 * Throws `not_found` if there is no such product, and `conflict` if the product has changed since `version`.
 */
export async function lockProduct(tx: Tx, id: number, version: number | undefined): Promise<ProductToEdit> {
  await lockCatalogue(tx);
  const product = await readProduct(tx, id);
  if (version !== undefined) rejectOutdatedVersion(product, version);
  return product;
}

/**
 * Changes fields of a product as an import does, so that pages, lists, search and feeds are updated, and records the
 * old and new value of each field in the audit log. The stock of existing variants does not change. Throws `invalid` if
 * the patch is rejected.
 */
export async function changeProduct(
  tx: Tx,
  shop: ProductShop,
  patch: ProductPatch,
  action = 'change product',
  options: ChangeOptions = {},
): Promise<void> {
  const [problem] = await changeProducts(tx, shop, [patch], action, options);
  if (problem !== undefined) throw new ShopError('invalid', problem);
}

/**
 * Changes fields of several products and adds an entry to the audit log for each changed product. Returns for each
 * patch the reason for its rejection, or undefined if it was saved.
 */
export async function changeProducts(
  tx: Tx,
  { db, now, settings }: ProductShop,
  patches: readonly ProductPatch[],
  action = 'change product',
  { pictures, removesMissing }: ChangeOptions = {},
): Promise<(string | undefined)[]> {
  const options = { now: now(), removesMissing, requiresHsn: settings.mode === 'live' };
  const { newEntries, changes, problems } = await saveInTransaction(tx, db, patches, options, pictures);
  for (const { entry: id, changes: fieldChanges } of changes) {
    const valuesOf = (side: 'from' | 'to') =>
      Object.fromEntries(fieldChanges.map((change) => [change.field, change[side]]));
    const event = { action, record: { kind: 'product', id }, before: valuesOf('from'), after: valuesOf('to') };
    await recordAudit(tx, event, options.now);
  }
  // The patch of a new product is always the only patch of a call.
  for (const { name, about } of newEntries) {
    const record = { kind: 'product', id: patches[0]?.slug ?? '' };
    await recordAudit(tx, { action, record, after: { name, about } }, options.now);
  }
  const messages = new Map(problems.map(({ index, message }) => [index, sentenceOf(message)]));
  return patches.map((_patch, index) => messages.get(index));
}

function sentenceOf(problem: string): string {
  return `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;
}

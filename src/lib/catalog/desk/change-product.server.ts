import type { ProductPatch } from '#lib/catalog/import/record/catalog-record.ts';
import { saveInTransaction } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { lockCatalogue } from '#lib/catalog/products/catalogue-version.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { type ProductToEdit, readProduct, refuseOtherVersion } from './read-product.server.ts';

export type DeskShop = Pick<Shop, 'db' | 'now' | 'settings'>;

/**
 * The product as it is now. No other change of a product's data is possible until the transaction ends; it can still be
 * sold. Throws `not_found`, and `conflict` for another version.
 */
export async function lockProduct(tx: Tx, id: number, version: number | undefined): Promise<ProductToEdit> {
  await lockCatalogue(tx);
  const product = await readProduct(tx, id);
  if (version !== undefined) refuseOtherVersion(product, version);
  return product;
}

/**
 * Changes fields of a product the way an import does, so pages, lists, search and feeds follow, and records each field
 * before and after. Stock stays as it is. Throws `invalid`.
 */
export async function changeProduct(
  tx: Tx,
  { db, now, settings }: DeskShop,
  patch: ProductPatch,
  action = 'change product',
): Promise<void> {
  const result = await saveInTransaction(tx, db, [patch], {
    now: now(),
    requiresHsn: settings.mode === 'live',
    event({ changes }) {
      const fields = changes.flatMap(({ changes: own }) => own);
      const side = (value: 'from' | 'to') => Object.fromEntries(fields.map((one) => [one.field, one[value]]));
      return { action, record: { kind: 'product', id: patch.slug }, before: side('from'), after: side('to') };
    },
  });
  const [problem] = result.problems;
  if (problem) throw new ShopError('invalid', sentenceOf(problem.message));
}

function sentenceOf(problem: string): string {
  return `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;
}

import { isTaxKnown } from '#lib/catalog/products/goods-hsn.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { taxRates } from '#lib/shop/money/tax-rates.server.ts';

type UntaxedVariant = Awaited<ReturnType<typeof untaxedGoods>>[number];

/**
 * Returns the variants of active and held-back products that have no HSN code, or whose GST rate is unknown at `at`.
 */
export async function untaxedGoods(db: ShopDatabase, at: number) {
  const codes = await db.read.selectFrom('variant').select('tax_hsn').distinct().execute();
  const rates = taxRates(db);
  const untaxedCodes = codes.map(({ tax_hsn }) => tax_hsn).filter((code) => !isTaxKnown(code, at, rates));
  if (untaxedCodes.length === 0) return [];
  const unknownCodes = untaxedCodes.filter((code) => code !== null);
  const rows = await db.read
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['product.id as productId', 'slug', 'sku', 'variant.name as variantName', 'tax_hsn as hsn', 'held_back'])
    .where((eb) =>
      eb.or([eb('tax_hsn', 'is', null), ...(unknownCodes.length > 0 ? [eb('tax_hsn', 'in', unknownCodes)] : [])]),
    )
    .where((eb) => eb.or([eb('status', '=', 'active'), eb('held_back', '=', 1)]))
    .orderBy('product.slug')
    .orderBy('position')
    .execute();
  return rows.map(({ held_back, ...variant }) => ({ ...variant, isHeldBack: held_back === 1 }));
}

/**
 * Holds back products without a known GST rate if `requiresHsn` is true, and shows them again once their rate is known.
 * If `requiresHsn` is false, shows all held-back products again. Returns the number of products that are held back.
 */
export async function holdBackUntaxed(db: ShopDatabase, requiresHsn: boolean, now: number): Promise<number> {
  const untaxedVariants = requiresHsn ? await untaxedGoods(db, now) : [];
  const heldBackProducts = await db.write.selectFrom('product').select('id').where('held_back', '=', 1).execute();
  const { heldBackCount, changedIds } = heldBackChanges(
    untaxedVariants,
    heldBackProducts.map(({ id }) => id),
  );
  if (changedIds.length > 0) {
    const { refreshProducts } = await import('#lib/catalog/import/save/save-catalogue.server.ts');
    await refreshProducts(db, changedIds, { requiresHsn, now });
  }
  return heldBackCount;
}

/** Returns the ids of the products to hold back or to show again, and the number of held-back products afterwards. */
export function heldBackChanges(
  untaxedVariants: readonly UntaxedVariant[],
  heldBackIds: readonly number[],
): { heldBackCount: number; changedIds: number[] } {
  const untaxedIds = new Set(untaxedVariants.map(({ productId }) => productId));
  const idsToHoldBack = untaxedVariants.filter(({ isHeldBack }) => !isHeldBack).map(({ productId }) => productId);
  return {
    heldBackCount: untaxedIds.size,
    changedIds: [...new Set([...idsToHoldBack, ...heldBackIds.filter((id) => !untaxedIds.has(id))])],
  };
}

export function untaxedLine({ slug, variantName, sku, hsn, isHeldBack }: UntaxedVariant): string {
  const name = [slug, variantName, sku && `(${sku})`].filter(Boolean).join(' ');
  return `${name}: ${hsn === null ? 'no HSN' : `no rate is known for HSN ${hsn}`}${isHeldBack ? ', held back from sale' : ''}`;
}

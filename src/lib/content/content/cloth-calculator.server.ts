import type { ProductDetail } from '#lib/catalog/products/catalog.ts';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import { clothInput, clothResult } from '#lib/content/content/cloth-calculator.ts';
import { CLOTH_LENGTHS } from '#lib/content/content/cloth-lengths.schema.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { SERVICES } from '#lib/shop/settings/services.schema.ts';

/** Returns whether the product's page links to the calculator: true for fabrics if the owner has turned it on. */
export function hasClothCalculator({ db }: Pick<Shop, 'db'>, { sellUnit }: Pick<ProductDetail, 'sellUnit'>): boolean {
  return sellUnit === 'metre' && contentOf(db).of(SERVICES).clothCalculator;
}

/**
 * Returns the length of cloth for a garment (product.md, "Cloth calculator"); undefined if there is no such product or
 * it has no calculator.
 */
export async function clothCalculator(shop: Pick<Shop, 'db' | 'now'>, slug: string, params: URLSearchParams) {
  const product = await showProduct(shop.db, slug, shop.now());
  if (!product || !hasClothCalculator(shop, product)) return undefined;
  const lengths = contentOf(shop.db).of(CLOTH_LENGTHS);
  const input = clothInput(product, params);
  return { product, lengths, input, result: clothResult(product, lengths, input) };
}

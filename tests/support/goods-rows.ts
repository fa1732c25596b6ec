import { type CleanProduct, canonicalProduct } from '#lib/catalog/import/record/canonical-record.ts';
import { type ProductRows, rowsOf } from '#lib/catalog/import/save/product-rows.ts';
import type { RowContext } from '#lib/catalog/import/save/save-context.ts';
import { FacetRegistry } from '#lib/catalog/listing-index/facets/facet-registry.server.ts';
import { palettesOf } from '#lib/catalog/products/swatches.ts';

export const NOW = Date.UTC(2026, 10, 20, 13, 30);

/** Returns a registry with a brand (id 1), a category (2), a subcategory (3), a material (4) and a collection (5). */
export function goodsRegistry(): FacetRegistry {
  const registry = new FacetRegistry();
  registry.add({ kind: 'brand', slug: 'fab', name: 'Fab' });
  registry.add({ kind: 'category', slug: 'women', name: 'Women', hsn: '6204' });
  registry.add({ kind: 'category', slug: 'kurtas', name: 'Kurtas', parent_id: 2 });
  registry.add({ kind: 'material', slug: 'cotton', name: 'Cotton' });
  registry.add({ kind: 'collection', slug: 'new', name: 'New' });
  return registry;
}

/** Returns a context in which the first product gets the id 11 and the first variant the id 21. */
export function rowContext(change: Partial<RowContext> = {}): RowContext {
  let [productId, variantId] = [10, 20];
  return {
    registry: goodsRegistry(),
    pictures: new Map(),
    version: 7,
    now: NOW,
    rates: [],
    palettes: palettesOf({ Blue: { indigo: '#334455' } }, []),
    requiresHsn: false,
    nextProductId: () => ++productId,
    nextVariantId: () => ++variantId,
    ...change,
  };
}

/** Returns a product as stored after the import of its record. */
export function storedProduct(record: CleanProduct, context = rowContext()): ProductRows {
  return rowsOf(canonicalProduct(record), undefined, [], context);
}

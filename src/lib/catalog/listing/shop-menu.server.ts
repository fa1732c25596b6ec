import type { ValuesWithProducts } from '#lib/catalog/listing/leads-to-products.ts';
import { type CategoryBranch, categoryTree, readValuesWithProducts } from '#lib/catalog/listing/taxonomy.server.ts';
import { TAXONOMY_TAG } from '#lib/catalog/listing-index/facets/taxonomy-tag.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

export interface ShopMenu {
  /** The categories that have products for sale. */
  categories: CategoryBranch[];
  valuesWithProducts: ValuesWithProducts;
}

/**
 * Returns the categories and facet values to which menus, the footer and slides may link. They are cached for up to 5
 * minutes, or until lists or facet values change.
 */
export function shopMenu({ cache, db }: Pick<Shop, 'cache' | 'db'>): Promise<ShopMenu> {
  return cache.remember('shop-menu', ['list', TAXONOMY_TAG], async () => {
    const [tree, valuesWithProducts] = await Promise.all([categoryTree(db), readValuesWithProducts(db)]);
    const categoriesWithProducts = tree.filter(({ count }) => count > 0);
    const categories = categoriesWithProducts.map((category) => ({
      ...category,
      children: category.children.filter(({ count }) => count > 0),
    }));
    return { categories, valuesWithProducts };
  });
}

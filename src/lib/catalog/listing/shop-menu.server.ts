import type { FilledValues } from '#lib/catalog/listing/goods-links.ts';
import { type CategoryBranch, categoryTree, filledValues } from '#lib/catalog/listing/taxonomy.server.ts';
import { TAXONOMY_TAG } from '#lib/catalog/listing-index/facets/taxonomy-tag.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

export interface ShopMenu {
  /** Only categories with products on sale. */
  categories: CategoryBranch[];
  filled: FilledValues;
}

/** Targets of menus, footer and slides. Cached until a category gains its first product or loses its last. */
export function shopMenu({ cache, db }: Pick<Shop, 'cache' | 'db'>): Promise<ShopMenu> {
  return cache.remember('shop-menu', ['list', TAXONOMY_TAG], async () => {
    const [tree, filled] = await Promise.all([categoryTree(db), filledValues(db)]);
    const withGoods = tree.filter(({ count }) => count > 0);
    const categories = withGoods.map((category) => ({
      ...category,
      children: category.children.filter(({ count }) => count > 0),
    }));
    return { categories, filled };
  });
}

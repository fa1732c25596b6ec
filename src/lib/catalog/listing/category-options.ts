import type { CategoryBranch } from '#lib/catalog/listing/taxonomy.server.ts';

/** Returns the options of a category field. A subcategory is named with its parent: "Women › Kurtas". */
export function categoryOptions(categories: readonly CategoryBranch[]): (readonly [slug: string, name: string])[] {
  return categories.flatMap(({ slug, name, children }) => [
    [slug, name] as const,
    ...children.map((child) => [child.slug, `${name} › ${child.name}`] as const),
  ]);
}

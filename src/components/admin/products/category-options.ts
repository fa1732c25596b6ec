import type { CategoryBranch } from '#lib/catalog/listing/taxonomy.server.ts';

/** All categories by slug; a category below another one also has the name of that one. */
export function categoryOptions(categories: readonly CategoryBranch[]): (readonly [slug: string, name: string])[] {
  return categories.flatMap(({ slug, name, children }) => [
    [slug, name] as const,
    ...children.map((child) => [child.slug, `${name} › ${child.name}`] as const),
  ]);
}

/** Returns the cache tag of pages that show the product among others, invalidated when its availability changes. */
export function availabilityTag(slug: string): string {
  return `availability:${slug}`;
}

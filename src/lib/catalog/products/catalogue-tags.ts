/**
 * Returns the cache tag of pages that show the product among others. The tag is invalidated when the availability of
 * the product changes.
 */
export function availabilityTag(slug: string): string {
  return `availability:${slug}`;
}

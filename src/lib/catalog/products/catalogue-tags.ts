/** Cache tag of pages that show the product among others. Invalidated when its availability changes. */
export function availabilityTag(slug: string): string {
  return `availability:${slug}`;
}

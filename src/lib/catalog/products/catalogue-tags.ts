/** Dropped when a product, or one of its variants, begins or ends to be in stock: for pages that show it beside others. */
export function availabilityTag(slug: string): string {
  return `availability:${slug}`;
}

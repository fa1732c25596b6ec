/**
 * Returns the cache tag of pages that show the availability of a related product. The tag is invalidated when the
 * product comes into stock or sells out.
 */
export function availabilityTag(slug: string): string {
  return `availability:${slug}`;
}

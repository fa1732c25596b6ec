/** A tag of every page that a CDN may cache. */
export const EVERY_PAGE_TAG = 'all';

export function tagHeader(tags: readonly string[]): string {
  return tags.map(encodedTag).join(',');
}

/** Encodes a tag for a header, because a slug may be in any script and a tag may contain a comma. */
export function encodedTag(tag: string): string {
  return encodeURIComponent(tag.toWellFormed()).replaceAll('%3A', ':');
}

export function readTagHeader(header: string): string[] {
  return header.split(',').filter(Boolean).map(decodeURIComponent);
}

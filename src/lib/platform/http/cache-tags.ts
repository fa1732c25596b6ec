/** Encoded: a slug may be in any script and a tag may hold a comma, but a header takes neither. */

export function tagHeader(tags: readonly string[]): string {
  return tags.map((tag) => encodeURIComponent(tag.toWellFormed()).replaceAll('%3A', ':')).join(',');
}

export function readTagHeader(header: string): string[] {
  return header.split(',').filter(Boolean).map(decodeURIComponent);
}

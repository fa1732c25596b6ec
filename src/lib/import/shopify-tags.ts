/** Tags that say no category, collection or material by its slug: goods are found by them. */
export function plainTags(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim().slice(0, 100));
  return [...new Set(tags)].filter((tag) => tag !== '' && !/^(?:category|collection|material):/.test(tag));
}

import { PRODUCT_LIMITS } from '#lib/catalog/import/record/record-limits.ts';
import { ATTRIBUTES, type Attribute } from '#lib/catalog/listing-index/facets/facets.ts';

export type TaggedKind = 'category' | 'collection' | Attribute;
/** The kinds whose values an export writes as tags, such as `material:linen`. */
export const TAGGED_KINDS: readonly TaggedKind[] = ['category', 'collection', ...ATTRIBUTES];

export function parseKindTag(tag: string): { kind: TaggedKind; slug: string } | undefined {
  const [, prefix, slug = ''] = /^([a-z]+):([a-z0-9_-]+)$/.exec(tag) ?? [];
  const kind = TAGGED_KINDS.find((candidate) => candidate === prefix);
  return kind && { kind, slug };
}

/**
 * Returns the distinct tags without a kind such as `category:`, each shortened to the maximum length. Searches use
 * these tags.
 */
export function plainTags(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim().slice(0, PRODUCT_LIMITS.tag));
  const hasKind = (tag: string) => TAGGED_KINDS.some((kind) => tag.startsWith(`${kind}:`));
  return [...new Set(tags)].filter((tag) => tag !== '' && !hasKind(tag));
}

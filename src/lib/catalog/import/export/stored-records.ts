import { dateText } from '#lib/catalog/import/record/canonical-record.ts';
import type { ReviewRecord, TaxonomyRecord } from '#lib/catalog/import/record/catalog-record.ts';
import type { ProductFacet } from '#lib/catalog/listing-index/facets/facets.ts';
import type { FacetValueTable, ReviewTable } from '#lib/platform/db/query/tables.ts';

/** Returns the import record of a brand, category or other value. */
export function taxonomyRecord(
  type: ProductFacet,
  value: FacetValueTable,
  valueById: ReadonlyMap<number, FacetValueTable>,
): TaxonomyRecord {
  const { slug, name } = value;
  const description = value.description ?? undefined;
  const image = value.image_src === null ? undefined : { src: value.image_src, alt: value.image_alt ?? '' };
  if (type === 'brand') return { type, slug, name, description };
  if (type === 'collection') return { type, slug, name, description, image };
  if (type !== 'category') return { type, slug, name, image };
  const parent = value.parent_id === null ? undefined : valueById.get(value.parent_id)?.slug;
  return { type, slug, name, parent, hsn: value.hsn ?? undefined, description, image };
}

/** Returns the import record of a review, without its id. */
export function reviewRecord(row: ReviewTable & { slug: string }): ReviewRecord {
  return {
    type: 'review',
    product: row.slug,
    name: row.name,
    rating: row.rating,
    summary: row.summary,
    fit: row.fit ?? undefined,
    verified: row.verified === 1 || undefined,
    created_at: dateText(row.created_at),
  };
}

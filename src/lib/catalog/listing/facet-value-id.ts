import type { FacetName } from '#lib/catalog/listing-index/facets/facets.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/**
 * Returns a subquery for the id of a value, for comparison with `product_facet.value_id`. If `facet_value` is joined
 * instead, PostgreSQL reads all products of the value, even for a query that needs only the newest product.
 */
export function facetValueIdQuery(db: ShopDatabase['read'], kind: FacetName, slug: string) {
  return db.selectFrom('facet_value').select('id').where('kind', '=', kind).where('slug', '=', slug);
}

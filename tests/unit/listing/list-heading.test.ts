import { expect, test } from 'vitest';
import { byFacet, type FacetValue } from '#lib/facets/facets.ts';
import { listHeading } from '#lib/listing/list-heading.ts';
import { parseListQuery } from '#lib/listing/list-query.ts';
import { priceRange } from '#lib/listing/price-steps.server.ts';

const facets = byFacet<FacetValue[]>(() => []);
const headed = (address: string, searched = {}) =>
  listHeading(parseListQuery(new URLSearchParams(address), priceRange({})), { facets, searched });

test('a list that a term narrows does not say that it has all goods', () => {
  expect(headed('')).toBe('All goods');
  expect(headed('sort=top_sale')).toBe('Top sellers');
  expect(headed('search=silk')).toBe('Results for “silk”');
  expect(headed('search=slik', { shownFor: 'silk' })).toBe('Results for “silk”');
});

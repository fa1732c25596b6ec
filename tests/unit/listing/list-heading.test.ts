import { expect, test } from 'vitest';
import { listHeading, pageHeading } from '#lib/catalog/listing/list-heading.ts';
import { parseListQuery } from '#lib/catalog/listing/list-query.ts';
import { priceRange } from '#lib/catalog/listing/price-steps.server.ts';
import { byFacet, type FacetValue } from '#lib/catalog/listing-index/facets/facets.ts';

const facets = byFacet<FacetValue[]>(() => []);
const headingFor = (address: string, searchNote = {}) =>
  listHeading(parseListQuery(new URLSearchParams(address), priceRange({})), { facets, searchNote });

test('the heading of a list names its search term or its sort order', () => {
  expect(headingFor('')).toBe('All products');
  expect(headingFor('sort=top_sale')).toBe('Top sellers');
  expect(headingFor('search=silk')).toBe('Results for “silk”');
  expect(headingFor('search=slik', { shownFor: 'silk' })).toBe('Results for “silk”');
});

test('headings distinguish categories of the same name by their parent, and pages by their number', () => {
  const value = (slug: string, name: string, parent?: string): FacetValue => ({
    slug,
    name,
    count: 1,
    ...(parent !== undefined && { parent }),
  });
  const category = [
    value('women', 'Women'),
    value('men', 'Men'),
    value('women-kurtas', 'Kurtas', 'women'),
    value('men-kurtas', 'Kurtas', 'men'),
    value('men-shirts', 'Shirts', 'men'),
  ];
  const headingOf = (slug: string) =>
    listHeading(parseListQuery(new URLSearchParams({ category: slug }), priceRange({})), {
      facets: { ...facets, category },
    });
  expect(['women-kurtas', 'men-kurtas', 'men-shirts', 'men'].map(headingOf)).toEqual([
    'Women: Kurtas',
    'Men: Kurtas',
    'Shirts',
    'Men',
  ]);
  expect([1, 2].map((page) => pageHeading('Shirts', page))).toEqual(['Shirts', 'Shirts, page 2']);
});

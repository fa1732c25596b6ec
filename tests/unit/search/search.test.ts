import { expect, test } from 'vitest';
import { facetHref, isSearchable, searchTerm } from '#lib/catalog/search/search.ts';

test('a term is trimmed, has single spaces, and is limited in length', () => {
  expect(searchTerm('  khadi \n kurta ')).toBe('khadi kurta');
  expect(searchTerm(null)).toBe('');
  expect(searchTerm('x'.repeat(500))).toHaveLength(80);
});

test('a search runs only if the term is longer than 2 characters', () => {
  expect(['', 'ku', 'k u', 'kur'].map(isSearchable)).toEqual([false, false, true, true]);
});

test('a search result links to its list or article', () => {
  expect(facetHref('brand', 'beej')).toBe('/products?brand=beej');
  expect(facetHref('blog', 'how-ikat-is-tied')).toBe('/blogs/how-ikat-is-tied');
});

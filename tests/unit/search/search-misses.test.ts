import { expect, test } from 'vitest';
import { recordableTerm } from '#lib/catalog/search/search-misses.server.ts';

test.each([
  ['  Bed Sheet ', 'bed sheet'],
  ['चादर', 'चादर'],
  ['size 38', 'size 38'],
])('stores %s as %s', (term, storedTerm) => {
  expect(recordableTerm(term)).toBe(storedTerm);
});

test.each([
  'asha@example.com',
  '98480 22338',
  '+91-9848022338',
  '९८४८०२२३३८',
  'order 4711',
  '12, MG Road, 500001',
  'https://example.com',
  'example.com',
  'flat by the lake behind the temple',
  'x'.repeat(41),
  '!!!',
])('does not store %s', (term) => {
  expect(recordableTerm(term)).toBeUndefined();
});

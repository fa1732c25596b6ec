import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ageRangeOf } from '#lib/catalog/search/limits/age-phrase.ts';
import { SEARCH_LIMITS } from '#lib/catalog/search/limits/search-limits.schema.ts';
import { limitWords } from '#lib/catalog/search/limits/term-lexemes.ts';
import { readLimits } from '#lib/catalog/search/limits/term-limits.ts';
import { root } from '#support/project-root.ts';

const words = limitWords(
  SEARCH_LIMITS.schema.parse(JSON.parse(readFileSync(join(root, 'src/content/search-limits.json'), 'utf8'))),
);
const facetValue = (name: string) => ({ slug: name.toLowerCase().replace(' ', '-'), name });
const knownValues = {
  sizes: ['XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL', '32', 'Free Size'].map(facetValue),
  ages: ['0-3 months', '3-6 months', '6-12 months', '1-2 years', '2-3 years', '3-4 years'].map((name) => ({
    ...facetValue(name),
    ...(ageRangeOf(name, words) ?? { fromMonths: -1, toMonths: -1 }),
  })),
};
const limitsOf = (term: string) => readLimits(term, words, knownValues);

test.each([
  ['under 1000 kurta', undefined, 1000, 'kurta'],
  ['kurta below ₹500', undefined, 500, 'kurta'],
  ['kurta 500-1000', 500, 1000, 'kurta'],
  ['1000 se kam kurta', undefined, 1000, 'kurta'],
  ['saree under Rs. 2,500/- only', undefined, 2500, 'saree only'],
  ['shirt between 1k and 1.5k', 1000, 1500, 'shirt'],
  ['2000 to 1000 kurta', 1000, 2000, 'kurta'],
  ['1000 se 2000 ke beech saree', 1000, 2000, 'saree'],
  ['saree above 5000', 5000, undefined, 'saree'],
  ['३०० रुपये तक की शर्ट', undefined, 300, 'शर्ट'],
  ['500 rs saree', undefined, 500, 'saree'],
  ['1000 ரூபாய் க்குள் புடவை', undefined, 1000, 'புடவை'],
  ['under ₹199.50 bib', undefined, 199.5, 'bib'],
  ['under 500', undefined, 500, ''],
  ['500 ரூபாய்க்குள் உடை', undefined, 500, 'உடை'],
])('the term “%s” limits the price', (term, from, upTo, rest) => {
  const limits = limitsOf(term);
  expect(limits?.minPricePaise).toBe(from === undefined ? undefined : from * 100);
  expect(limits?.maxPricePaise).toBe(upTo === undefined ? undefined : upTo * 100);
  expect(limits?.rest).toBe(rest);
});

test.each([
  'kurta',
  'choti frock',
  'kurta 1000',
  'linen 60 lea',
  'under 2 metre',
  'NN-GIK-IND-XS',
  'a-line kurta',
  '5 m cotton',
  't-shirt',
  'kurta 38',
  'size 77',
  '25 years frock',
  '',
])('the term “%s” does not set any limit', (term) => expect(limitsOf(term)).toBeUndefined());

test.each([
  ['kurta XL', ['XL'], 'kurta'],
  ['Cotton Kurta Women Large', ['L'], 'Cotton Kurta Women'],
  ['extra large shirt', ['XL'], 'shirt'],
  ['shirt 2xl', ['XXL'], 'shirt'],
  ['size 38 kurta', ['M'], 'kurta'],
  ['32 size trousers', ['32'], 'trousers'],
  ['t shirt m', ['M'], 't shirt'],
  ['साइज़ L कुर्ता', ['L'], 'कुर्ता'],
  ['free size dupatta', ['Free Size'], 'dupatta'],
])('the term “%s” limits the size', (term, sizes, rest) => {
  expect(limitsOf(term)).toMatchObject({ size: sizes.map(facetValue), rest });
});

test.each([
  ['frock 2-3 years', ['2-3 years'], 'frock'],
  ['frock for 2 year old girl', ['1-2 years', '2-3 years'], 'frock for girl'],
  ['6 months romper', ['3-6 months', '6-12 months'], 'romper'],
  ['2 saal ki frock', ['1-2 years', '2-3 years'], 'frock'],
  ['1 to 3 years', ['1-2 years', '2-3 years'], ''],
])('the term “%s” limits the age', (term, ages, rest) => {
  const limits = limitsOf(term);
  expect(limits?.age.map(({ name }) => name)).toEqual(ages);
  expect(limits).toMatchObject({ rest, size: [] });
});

test('a term can limit both the price and the size', () => {
  expect(limitsOf('xl kurta under 1000')).toMatchObject({
    rest: 'kurta',
    maxPricePaise: 100_000,
    size: [facetValue('XL')],
  });
});

test('any term can be parsed, and all remaining words occur in the term', () => {
  const parts = fc.constantFrom(
    'under',
    '1000',
    '-',
    '₹',
    'size',
    'XL',
    '2',
    'years',
    'k',
    'to',
    'kurta',
    '.',
    '5,0',
    '९',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(parts, fc.string({ maxLength: 6 })), { maxLength: 8 }), (termParts) => {
      const term = termParts.join(' ');
      const rest = limitsOf(term)?.rest ?? '';
      expect(rest.length).toBeLessThanOrEqual(term.length);
      for (const word of rest.split(' ')) expect(term).toContain(word);
    }),
  );
});

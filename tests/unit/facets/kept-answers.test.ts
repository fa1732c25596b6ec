import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countBits } from '#lib/facets/bitset.ts';
import type { ListFilter } from '#lib/facets/facet-values.ts';
import type { FacetName } from '#lib/facets/facets.ts';
import { KeptAnswers } from '#lib/facets/kept-answers.ts';
import { ColumnsBuilder, type ListingRow } from '#lib/facets/listing-columns.ts';
import { matchOf } from '#lib/facets/listing-match.ts';
import { ListingSegment } from '#lib/facets/listing-segment.ts';
import { matchAndCount } from '#lib/facets/listing-totals.ts';

const PRODUCTS = 3_000;
/** Values by their ids: in stock, ahead, two brands, two materials, three sizes, two colours. */
const KINDS: Record<number, FacetName> = {
  ...{ 1: 'availability', 2: 'availability', 10: 'brand', 11: 'brand', 20: 'material', 21: 'material' },
  ...{ 30: 'size', 31: 'size', 32: 'size', 40: 'color', 41: 'color' },
};
const kindOf = (id: number) => KINDS[id];

function row(id: number): ListingRow {
  const combos = [0, 1, 2].flatMap((at) => [30 + ((id + at) % 3), 40 + ((id * at) % 2), 0, (id * 7 + at) % 3]);
  const ownIds = [10 + (id % 2), ...(id % 5 ? [20 + (id % 3 ? 0 : 1)] : [])];
  return { id: id * 2, minPaise: (id * 7919) % 900, sold: id % 11, createdAt: id % 77, ownIds, combos };
}

/** Tells how often it was asked for what goes through all of its products. */
class WatchedSegment extends ListingSegment {
  walks = 0;

  override postings(): ReturnType<ListingSegment['postings']> {
    this.walks++;
    return super.postings();
  }

  override cheapest(count: number): ReturnType<ListingSegment['cheapest']> {
    this.walks++;
    return super.cheapest(count);
  }
}

function segment(): WatchedSegment {
  const builder = new ColumnsBuilder();
  for (let id = 1; id <= PRODUCTS; id++) builder.add(row(id));
  return new WatchedSegment(builder.columns());
}

const some = (...ids: number[]) => fc.option(fc.subarray(ids, { minLength: 1 }), { nil: undefined });
const price = (...paise: number[]) => fc.constantFrom(undefined, ...paise);
const filter: fc.Arbitrary<ListFilter> = fc
  .record({
    brand: some(10, 11),
    material: some(20, 21),
    size: some(30, 31, 32),
    color: some(40, 41),
    availability: some(1, 2),
    minPaise: price(0, 123, 450),
    maxPaise: price(77, 700, 5_000),
  })
  .map((made) => Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)));

test('an answer that is kept is, after losses, what is counted anew', () => {
  fc.assert(
    fc.property(
      fc.array(filter, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(PRODUCTS), { maxLength: 40 }),
      (filters, gone) => {
        const watched = segment();
        const kept = new KeptAnswers(watched);
        for (const at of [0, 10, gone.length]) {
          for (const id of gone.slice(0, at)) watched.kill(id * 2);
          for (const asked of filters) {
            const counts = new Map<number, number>();
            const match = matchAndCount(watched, asked, kindOf, counts);
            const answer = kept.answer(JSON.stringify(asked), asked, kindOf);
            expect([...answer.counts].filter(([, n]) => n > 0).sort()).toEqual([...counts].sort());
            expect(answer.match).toEqual(match);
            expect(answer.count).toBe(countBits(match));
            expect(kept.total(JSON.stringify(asked), asked)).toBe(countBits(matchOf(watched, asked)));
          }
        }
      },
    ),
    { numRuns: 30 },
  );
});

test('a change of one product costs as much as one product', () => {
  const watched = segment();
  const kept = new KeptAnswers(watched);
  const asked = { color: [40], maxPaise: 700 };
  kept.answer('asked', asked, kindOf);
  const walks = watched.walks;
  for (const id of [8, 80, 800]) {
    watched.kill(id);
    kept.answer('asked', asked, kindOf);
  }
  expect(watched.walks).toBe(walks);
});

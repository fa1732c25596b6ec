import { expect, test } from 'vitest';
import { listBits } from '#lib/catalog/listing-index/positions/bitset.ts';
import type { WordSegment } from '#lib/catalog/search/index/word-segment.ts';
import { WordSegmentBuilder } from '#lib/catalog/search/index/word-segment-builder.ts';
import type { WordGroup } from '#lib/catalog/search/scoring/read-term.ts';
import { scoreProducts } from '#lib/catalog/search/scoring/score-products.ts';
import { runSync } from '#lib/platform/jobs/steps.ts';

const PRODUCTS = 4_000;

function segmentOf(ids: number[]): WordSegment {
  const builder = new WordSegmentBuilder();
  for (const id of ids) {
    const name = ['cloth', id % 2 ? 'red' : 'blue', id % 100 ? '' : 'rare', `n${id}`].join(' ');
    builder.add(id, { name, values: '', content: '', longContent: id % 3 ? 'soft' : '' });
  }
  return runSync(builder.segment());
}

const foundProducts = (segments: WordSegment[], groups: WordGroup[], dropsOtherFields = false) => {
  const { parts, isPartial } = scoreProducts(segments, groups, dropsOtherFields);
  const ids = parts.flatMap(({ ids, bits }) => [...listBits(bits)].map((position) => ids[position]!));
  return { ids: ids.sort((a, b) => a - b), isPartial };
};
const groupsOf = (...words: string[]) =>
  words.map((word) => ({ spelling: word, alternatives: [{ words: [word], factor: 1 }] }));
const ids = Array.from({ length: PRODUCTS }, (_, index) => index + 1);

test('finds products with all words in any segment, except removed products', () => {
  const parts = [
    ids.filter((id) => id % 7 < 3),
    ids.filter((id) => id % 7 >= 3 && id < 3_000),
    ids.filter((id) => id % 7 >= 3 && id >= 3_000),
  ];
  const segments = parts.map(segmentOf);
  segments[0]?.remove(700);
  const fullMatches = foundProducts(segments, groupsOf('red', 'soft'));
  expect(fullMatches.ids).toEqual(ids.filter((id) => id % 2 === 1 && id % 3 > 0 && id !== 700));
  expect(fullMatches.isPartial).toBe(false);
  expect(foundProducts(segments, groupsOf('rare')).ids).toEqual(ids.filter((id) => id % 100 === 0 && id !== 700));
});

test('if no product has all words, finds the products with the most words', () => {
  const segments = [segmentOf(ids)];
  const partialMatches = foundProducts(segments, groupsOf('red', 'blue', 'rare', 'soft'));
  expect(partialMatches.isPartial).toBe(true);
  expect(partialMatches.ids).toEqual(ids.filter((id) => id % 100 === 0 && id % 3 > 0));
  expect(foundProducts(segments, groupsOf('velvet', 'rare')).ids).toHaveLength(40);
  expect(foundProducts(segments, groupsOf('velvet', 'rare'), true).ids).toHaveLength(0);
});

test('a search clears and returns borrowed weights, which can be reused', () => {
  const segment = segmentOf(ids);
  scoreProducts([segment], groupsOf('cloth', 'n17'), false);
  const borrowedWeights = [segment.borrowWeights(), segment.borrowWeights()];
  for (const weights of borrowedWeights) {
    expect(weights.byPosition.every((weight) => weight === 0)).toBe(true);
    segment.returnWeights(weights);
  }
  expect(foundProducts([segment], groupsOf('cloth', 'n17')).ids).toEqual([17]);
  const reusedWeights = [segment.borrowWeights(), segment.borrowWeights()];
  expect(reusedWeights.every((weights) => borrowedWeights.includes(weights))).toBe(true);
});

test('partial matches contain the goods and the person in the term if possible, and missing goods are reported', () => {
  const builder = new WordSegmentBuilder();
  const products = [
    ['kurta', 'men'],
    ['pant', 'men', 'Goes with a red kurta.'],
    ['kurta', 'kid', 'red'],
    ['bandi', 'men', 'red'],
  ] as const;
  for (const [index, [name, values, content = '']] of products.entries())
    builder.add(index + 1, { name, values, content, longContent: '' });
  const segments = [runSync(builder.segment())];
  const roles = { kurta: 'goods', toi: 'goods', men: 'person', lady: 'person' } as const;
  const search = (...words: string[]) => {
    const groups = groupsOf(...words).map((group) => ({ ...group, role: roles[group.spelling as keyof typeof roles] }));
    return { ...foundProducts(segments, groups), missing: scoreProducts(segments, groups, false).missingKinds };
  };
  expect(search('red', 'kurta', 'men')).toEqual({ ids: [1], isPartial: true, missing: [] });
  expect(search('kurta', 'lady')).toEqual({ ids: [1, 3], isPartial: true, missing: [] });
  expect(search('toi', 'men')).toEqual({ ids: [1, 2, 4], isPartial: true, missing: ['toi'] });
});

import { expect, test } from 'vitest';
import { scoreProducts } from '#lib/search/score-products.ts';
import type { WordSegment } from '#lib/search/word-segment.ts';
import { WordSegmentBuilder } from '#lib/search/word-segment-builder.ts';

const PRODUCTS = 4_000;

function segmentOf(ids: number[]): WordSegment {
  const builder = new WordSegmentBuilder();
  for (const id of ids) {
    const name = ['cloth', id % 2 ? 'red' : 'blue', id % 100 ? '' : 'rare', `n${id}`].join(' ');
    builder.add(id, { name, values: '', content: '', longContent: id % 3 ? 'soft' : '' });
  }
  return builder.segment();
}

const asked = (...words: string[]) =>
  words.map((word) => ({ written: word, alternatives: [{ words: [word], factor: 1 }] }));
const ids = Array.from({ length: PRODUCTS }, (_, at) => at + 1);

test('what has all words is found in whichever segments it stands, in the order of ids', () => {
  const parts = [
    ids.filter((id) => id % 7 < 3),
    ids.filter((id) => id % 7 >= 3 && id < 3_000),
    ids.filter((id) => id % 7 >= 3 && id >= 3_000),
  ];
  const segments = parts.map(segmentOf);
  segments[0]?.kill(700);
  const found = scoreProducts(segments, asked('red', 'soft'), false);
  expect([...found.ids]).toEqual(ids.filter((id) => id % 2 === 1 && id % 3 > 0 && id !== 700));
  expect(found.isPartial).toBe(false);
  expect([...scoreProducts(segments, asked('rare'), false).ids]).toEqual(
    ids.filter((id) => id % 100 === 0 && id !== 700),
  );
});

test('where none has all, those come that have most', () => {
  const segments = [segmentOf(ids)];
  const found = scoreProducts(segments, asked('red', 'blue', 'rare', 'soft'), false);
  expect(found.isPartial).toBe(true);
  expect([...found.ids]).toEqual(ids.filter((id) => id % 100 === 0 && id % 3 > 0));
  expect(scoreProducts(segments, asked('velvet', 'rare'), false).ids).toHaveLength(40);
  expect(scoreProducts(segments, asked('velvet', 'rare'), true).ids).toHaveLength(0);
});

test('a search makes nothing of the size of the catalogue, and leaves nothing behind', () => {
  const segment = segmentOf(ids);
  scoreProducts([segment], asked('cloth', 'n17'), false);
  const lent = [segment.lendWeights(), segment.lendWeights()];
  for (const weights of lent) {
    expect(weights.byPosition.every((weight) => weight === 0)).toBe(true);
    segment.takeBack(weights);
  }
  expect([...scoreProducts([segment], asked('cloth', 'n17'), false).ids]).toEqual([17]);
  const again = [segment.lendWeights(), segment.lendWeights()];
  expect(again.every((weights) => lent.includes(weights))).toBe(true);
});

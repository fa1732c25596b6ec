import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { forEachBit } from '#lib/catalog/listing-index/positions/bitset.ts';
import { mergeWordSegments } from '#lib/catalog/search/index/merge-word-segments.server.ts';
import { PostingWriter } from '#lib/catalog/search/index/postings.ts';
import { WordSegment } from '#lib/catalog/search/index/word-segment.ts';
import { WordSegmentBuilder } from '#lib/catalog/search/index/word-segment-builder.ts';
import { scoreProducts } from '#lib/catalog/search/scoring/score-products.ts';
import { weightsOf } from '#lib/catalog/search/scoring/weigh-words.ts';
import { foldWord } from '#lib/catalog/search/words/fold-word.ts';
import { runSync } from '#lib/platform/jobs/steps.ts';
import { countYields } from '#support/count-yields.ts';

const WORDS = ['kurta', 'saree', 'indigo', 'khadi', 'linen', 'frock', 'towel'];

function segmentOf(ids: number[]): WordSegment {
  const builder = new WordSegmentBuilder();
  for (const id of ids) builder.add(id, textsOf(id));
  return runSync(builder.segment());
}

function textsOf(id: number) {
  const word = (n: number) => WORDS[(id * n) % WORDS.length] ?? '';
  return { name: word(1), values: `${word(2)} m`, content: `${word(3)} of ${id}`, longContent: word(5) };
}

/** Every word with the products and fields that contain it. */
function contentOf(segment: WordSegment) {
  const entries = segment.columns.words.map((word, index) => {
    const products: [id: number, fields: number][] = [];
    const reader = segment.read(index);
    while (reader.step()) products.push([segment.columns.ids[reader.position]!, reader.fields]);
    return [word, segment.columns.counts[index], segment.columns.leading[index], products] as const;
  });
  return { ids: [...segment.columns.ids], entries };
}

test('two merged segments equal one segment of all remaining products', async () => {
  const ids = Array.from({ length: 3_000 }, (_, index) => index + 1);
  const [older, newer] = [segmentOf(ids.filter((id) => id % 3 > 0)), segmentOf(ids.filter((id) => id % 3 === 0))];
  for (const id of [1, 300, 2_999]) for (const segment of [older, newer]) segment.remove(id);
  const { merged, applyRemovals } = await mergeWordSegments([older, newer]);
  applyRemovals();
  expect(contentOf(merged)).toEqual(contentOf(segmentOf(ids.filter((id) => ![1, 300, 2_999].includes(id)))));
});

test('merges any number of segments at once, and writes each posting once', async () => {
  const parts = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 60 });
  const removals = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(parts, removals, async (partOf, removedIds) => {
      const ids = partOf.map((_, index) => index + 1);
      const segments = [...Map.groupBy(ids, (id) => partOf[id - 1]).values()].map(segmentOf);
      for (const id of removedIds) for (const segment of segments) segment.remove(id);
      const writeSpy = vi.spyOn(PostingWriter.prototype, 'add');
      const { merged, applyRemovals } = await mergeWordSegments(segments);
      const writes = writeSpy.mock.calls.length;
      writeSpy.mockRestore();
      applyRemovals();
      const expected = contentOf(segmentOf(ids.filter((id) => !removedIds.includes(id))));
      expect(contentOf(merged)).toEqual(expected);
      expect(writes).toBe(expected.entries.reduce((sum, [, count]) => sum + count!, 0));
    }),
  );
});

test('a merge yields to searches, however common a word is', async () => {
  const ids = Array.from({ length: 20_000 }, (_, index) => index + 1);
  const builders = [new WordSegmentBuilder(), new WordSegmentBuilder()] as const;
  for (const id of ids) builders[id % 2]!.add(id, { name: 'kurta', values: '', content: '', longContent: '' });
  const pair: [WordSegment, WordSegment] = [runSync(builders[0].segment()), runSync(builders[1].segment())];
  const yields = await countYields(async (yieldsSoFar) => {
    await mergeWordSegments(pair);
    return yieldsSoFar();
  });
  // Once for every 256 products, and once more for every 256 that contain the word.
  expect(yields).toBeGreaterThan((ids.length / 256) * 1.5);
});

test('of many words with the same prefix, reads the most frequent ones, and the first of equals', () => {
  const texts = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 12 }), { maxLength: 30 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 30 }), (products, max) => {
      const builder = new WordSegmentBuilder();
      for (const [id, numbers] of products.entries())
        builder.add(id + 1, { name: numbers.map((n) => `n${n}`).join(' '), values: '', content: '', longContent: '' });
      const segment = runSync(builder.segment());
      const { words, counts } = segment.columns;
      const mostFrequent = [...words.keys()].sort((a, b) => counts[b]! - counts[a]! || a - b);
      const wordIndexes = segment.mostFrequentWithPrefix('n', max);
      expect(wordIndexes.toSorted((a, b) => a - b)).toEqual(mostFrequent.slice(0, max).sort((a, b) => a - b));
    }),
  );
});

test('caches the weights of a common word, and the next search does not change them', () => {
  const segment = segmentOf(Array.from({ length: 3_000 }, (_, index) => index + 1));
  const group = (word: string) => ({ written: word, alternatives: [{ words: [word], factor: 1 }] });
  const kurta = weightsOf(segment, group('kurta'));
  const before = kurta.byPosition.slice();
  segment.returnWeights(kurta);
  const rare = weightsOf(segment, group('17'));
  segment.returnWeights(rare);
  expect(weightsOf(segment, group('18'))).toBe(rare);
  expect(weightsOf(segment, group('kurta'))).toBe(kurta);
  expect(kurta.byPosition).toEqual(before);
});

test('a search weighs its rare words once, to find products and to rank them', () => {
  const segment = segmentOf(Array.from({ length: 3_000 }, (_, index) => index + 1));
  const weigh = vi.spyOn(WordSegment.prototype, 'weigh');
  const groups = ['17', '18'].map((word) => ({ written: word, alternatives: [{ words: [word], factor: 1 }] }));
  const { parts } = scoreProducts([segment], groups, false);
  const scores: number[] = [];
  for (const { bits, withScores } of parts)
    withScores((scoreAt) => forEachBit(bits, (position) => scores.push(scoreAt(position))));
  expect(scores).toHaveLength(2);
  expect(weigh).toHaveBeenCalledTimes(2);
  weigh.mockRestore();
});

test('a phrase weighs as much as its lightest word', () => {
  const text = fc.array(fc.constantFrom('one', 'two', 'ten'), { maxLength: 3 }).map((words) => words.join(' '));
  const product = fc.record({ name: text, values: text, content: text, longContent: text });
  const products = fc.array(product, { minLength: 1, maxLength: 40 });
  const phrase = fc.array(fc.constantFrom('one', 'two', 'ten'), { minLength: 2, maxLength: 3 });
  fc.assert(
    fc.property(products, phrase, fc.constantFrom(undefined, 60), (texts, words, maxWeight) => {
      const builder = new WordSegmentBuilder();
      for (const [index, fields] of texts.entries()) builder.add(index + 1, fields);
      const segment = runSync(builder.segment());
      const byPositionOf = (folded: string[]) => [
        ...weightsOf(segment, {
          written: '',
          alternatives: [{ words: folded, factor: 0.65 }],
          ...(maxWeight && { maxWeight }),
        }).byPosition,
      ];
      const folded = words.map(foldWord);
      const each = folded.map((word) => byPositionOf([word]));
      expect(byPositionOf(folded)).toEqual(texts.map((_, n) => Math.min(...each.map((weights) => weights[n]!))));
    }),
  );
});

test('reuses the evicted weights of a common word, but not while they are in use', () => {
  const words = ['kurta', 'saree', 'indigo', 'khadi', 'linen', 'frock', 'towel', 'made', 'hand'];
  const builder = new WordSegmentBuilder();
  for (let id = 1; id <= 200; id++)
    builder.add(id, { name: words.join(' '), values: '', content: `${id}`, longContent: '' });
  const segment = runSync(builder.segment());
  const weigh = (word: string) =>
    weightsOf(segment, { written: word, alternatives: [{ words: [foldWord(word)], factor: 1 }] });
  const inUse = weigh('kurta');
  const before = inUse.byPosition.slice();
  for (const word of words.slice(1)) segment.returnWeights(weigh(word));
  expect(inUse.byPosition).toEqual(before);
  segment.returnWeights(inUse);
  expect([weigh('1'), weigh('2'), weigh('3')]).toContain(inUse);
});

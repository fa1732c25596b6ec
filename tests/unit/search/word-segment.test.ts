import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { forEachBit } from '#lib/catalog/listing-index/positions/bitset.ts';
import { mergeWordSegments } from '#lib/catalog/search/index/merge-word-segments.server.ts';
import { PostingWriter } from '#lib/catalog/search/index/postings.ts';
import { WordSegment } from '#lib/catalog/search/index/word-segment.ts';
import { WordSegmentBuilder } from '#lib/catalog/search/index/word-segment-builder.ts';
import { scoreProducts, weightsOf } from '#lib/catalog/search/scoring/score-products.ts';
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

/** Returns every word with the products and fields that contain it. */
function contentOf(segment: WordSegment) {
  const entries = segment.columns.words.map((word, index) => {
    const products: [id: number, fields: number][] = [];
    const reader = segment.postingsOf(index);
    while (reader.step()) products.push([segment.columns.ids[reader.position]!, reader.fields]);
    return [word, segment.columns.counts[index], segment.columns.leadingCounts[index], products] as const;
  });
  return { ids: [...segment.columns.ids], entries };
}

test('two merged segments are equal to one segment with all remaining products', async () => {
  const ids = Array.from({ length: 3_000 }, (_, index) => index + 1);
  const [olderSegment, newerSegment] = [
    segmentOf(ids.filter((id) => id % 3 > 0)),
    segmentOf(ids.filter((id) => id % 3 === 0)),
  ];
  for (const id of [1, 300, 2_999]) for (const segment of [olderSegment, newerSegment]) segment.remove(id);
  const mergedSegment = await mergeWordSegments([olderSegment, newerSegment]);
  expect(contentOf(mergedSegment)).toEqual(contentOf(segmentOf(ids.filter((id) => ![1, 300, 2_999].includes(id)))));
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
      const mergedSegment = await mergeWordSegments(segments);
      const writes = writeSpy.mock.calls.length;
      writeSpy.mockRestore();
      const expected = contentOf(segmentOf(ids.filter((id) => !removedIds.includes(id))));
      expect(contentOf(mergedSegment)).toEqual(expected);
      expect(writes).toBe(expected.entries.reduce((sum, [, count]) => sum + count!, 0));
    }),
  );
});

test('a merge yields to searches, regardless of how common a word is', async () => {
  const ids = Array.from({ length: 20_000 }, (_, index) => index + 1);
  const builders = [new WordSegmentBuilder(), new WordSegmentBuilder()] as const;
  for (const id of ids) builders[id % 2]!.add(id, { name: 'kurta', values: '', content: '', longContent: '' });
  const pair: [WordSegment, WordSegment] = [runSync(builders[0].segment()), runSync(builders[1].segment())];
  const yields = await countYields(async (yieldsSoFar) => {
    await mergeWordSegments(pair);
    return yieldsSoFar();
  });
  // One yield for every 256 products, and another for every 256 products that contain the word.
  expect(yields).toBeGreaterThan((ids.length / 256) * 1.5);
});

test('returns the most frequent words with the same prefix, and the first of equally frequent words', () => {
  const texts = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 12 }), { maxLength: 30 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 30 }), (products, max) => {
      const builder = new WordSegmentBuilder();
      for (const [id, numbers] of products.entries())
        builder.add(id + 1, { name: numbers.map((n) => `n${n}`).join(' '), values: '', content: '', longContent: '' });
      const segment = runSync(builder.segment());
      const { words, counts } = segment.columns;
      const mostFrequentWords = [...words.keys()].sort((a, b) => counts[b]! - counts[a]! || a - b);
      const wordIndexes = segment.mostFrequentWithPrefix('n', max);
      expect(wordIndexes.toSorted((a, b) => a - b)).toEqual(mostFrequentWords.slice(0, max).sort((a, b) => a - b));
    }),
  );
});

test('caches the weights of a common word, which later searches do not change', () => {
  const segment = segmentOf(Array.from({ length: 3_000 }, (_, index) => index + 1));
  const group = (word: string) => ({ spelling: word, alternatives: [{ words: [word], factor: 1 }] });
  const kurtaWeights = weightsOf(segment, group('kurta'));
  const oldWeights = kurtaWeights.byPosition.slice();
  segment.returnWeights(kurtaWeights);
  const rareWordWeights = weightsOf(segment, group('17'));
  segment.returnWeights(rareWordWeights);
  expect(weightsOf(segment, group('18'))).toBe(rareWordWeights);
  expect(weightsOf(segment, group('kurta'))).toBe(kurtaWeights);
  expect(kurtaWeights.byPosition).toEqual(oldWeights);
});

test('a search calculates the weights of rare words only once, both for finding and for ranking products', () => {
  const segment = segmentOf(Array.from({ length: 3_000 }, (_, index) => index + 1));
  const weigh = vi.spyOn(WordSegment.prototype, 'weigh');
  const groups = ['17', '18'].map((word) => ({ spelling: word, alternatives: [{ words: [word], factor: 1 }] }));
  const { parts } = scoreProducts([segment], groups, false);
  const scores: number[] = [];
  for (const { bits, withScores } of parts)
    withScores((scoreAt) => forEachBit(bits, (position) => scores.push(scoreAt(position))));
  expect(scores).toHaveLength(2);
  expect(weigh).toHaveBeenCalledTimes(2);
  weigh.mockRestore();
});

test('a phrase has the lowest weight of its words', () => {
  const text = fc.array(fc.constantFrom('one', 'two', 'ten'), { maxLength: 3 }).map((words) => words.join(' '));
  const product = fc.record({ name: text, values: text, content: text, longContent: text });
  const products = fc.array(product, { minLength: 1, maxLength: 40 });
  const phrase = fc.array(fc.constantFrom('one', 'two', 'ten'), { minLength: 2, maxLength: 3 });
  fc.assert(
    fc.property(products, phrase, fc.constantFrom(undefined, 60), (texts, words, maxWeight) => {
      const builder = new WordSegmentBuilder();
      for (const [index, fields] of texts.entries()) builder.add(index + 1, fields);
      const segment = runSync(builder.segment());
      const weightsOfPhrase = (phraseWords: string[]) => [
        ...weightsOf(segment, {
          spelling: '',
          alternatives: [{ words: phraseWords, factor: 0.65 }],
          ...(maxWeight && { maxWeight }),
        }).byPosition,
      ];
      const foldedWords = words.map(foldWord);
      const weightsOfWords = foldedWords.map((word) => weightsOfPhrase([word]));
      expect(weightsOfPhrase(foldedWords)).toEqual(
        texts.map((_, index) => Math.min(...weightsOfWords.map((weights) => weights[index]!))),
      );
    }),
  );
});

test('reuses evicted weights of a common word, but not while they are in use', () => {
  const words = ['kurta', 'saree', 'indigo', 'khadi', 'linen', 'frock', 'towel', 'made', 'hand'];
  const builder = new WordSegmentBuilder();
  for (let id = 1; id <= 200; id++)
    builder.add(id, { name: words.join(' '), values: '', content: `${id}`, longContent: '' });
  const segment = runSync(builder.segment());
  const weigh = (word: string) =>
    weightsOf(segment, { spelling: word, alternatives: [{ words: [foldWord(word)], factor: 1 }] });
  const usedWeights = weigh('kurta');
  const oldWeights = usedWeights.byPosition.slice();
  for (const word of words.slice(1)) segment.returnWeights(weigh(word));
  expect(usedWeights.byPosition).toEqual(oldWeights);
  segment.returnWeights(usedWeights);
  expect([weigh('1'), weigh('2'), weigh('3')]).toContain(usedWeights);
});

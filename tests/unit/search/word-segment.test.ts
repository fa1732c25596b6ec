import { expect, test } from 'vitest';
import { mergeWordSegments } from '#lib/search/merge-word-segments.server.ts';
import type { WordSegment } from '#lib/search/word-segment.ts';
import { WordSegmentBuilder } from '#lib/search/word-segment-builder.ts';

const WORDS = ['kurta', 'saree', 'indigo', 'khadi', 'linen', 'frock', 'towel'];

function segmentOf(ids: number[]): WordSegment {
  const builder = new WordSegmentBuilder();
  for (const id of ids) builder.add(id, textsOf(id));
  return builder.segment();
}

function textsOf(id: number) {
  const word = (at: number) => WORDS[(id * at) % WORDS.length] ?? '';
  return { name: word(1), values: `${word(2)} m`, content: `${word(3)} of ${id}`, longContent: word(5) };
}

/** Every word with the products that hold it, and where. */
function plain(segment: WordSegment) {
  const found = segment.columns.words.map((word, index) => {
    const products: [id: number, fields: number][] = [];
    segment.visit(index, (position, fields) => products.push([segment.columns.ids[position]!, fields]));
    return [word, segment.columns.counts[index], segment.columns.leading[index], products] as const;
  });
  return { ids: [...segment.columns.ids], found };
}

test('two merged segments are the one of all their living products', async () => {
  const ids = Array.from({ length: 3_000 }, (_, at) => at + 1);
  const [older, newer] = [segmentOf(ids.filter((id) => id % 3 > 0)), segmentOf(ids.filter((id) => id % 3 === 0))];
  for (const id of [1, 300, 2_999]) for (const segment of [older, newer]) segment.kill(id);
  const { merged, settle } = await mergeWordSegments(older, newer);
  settle();
  expect(plain(merged)).toEqual(plain(segmentOf(ids.filter((id) => ![1, 300, 2_999].includes(id)))));
});

import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { forEachBit, hasBit } from '#lib/facets/bitset.ts';
import { PostingWriter } from '#lib/search/postings.ts';
import { LEADING_FIELDS } from '#lib/search/word-fields.ts';
import { WordSegment } from '#lib/search/word-segment.ts';

const POSTINGS_AT_ONCE = 100_000;
const DEAD = 0xffffffff;

interface Part {
  segment: WordSegment;
  /** Where each of its products stands in the merged segment. */
  places: Uint32Array;
}

interface Posting {
  position: number;
  fields: number;
}

/** `settle` takes out what they lost meanwhile; nothing may be awaited after it. */
export async function mergeWordSegments(
  older: WordSegment,
  newer: WordSegment,
): Promise<{ merged: WordSegment; settle(): void }> {
  const before = [older, newer].map((segment) => ({ segment, alive: segment.alive.slice() }));
  const { ids, parts } = placesOf(older, newer);
  const merged = new WordSegment({ ids, ...(await mergedWords(parts)) });
  function settle(): void {
    for (const { segment, alive } of before) {
      forEachBit(alive, (position) => {
        if (!hasBit(segment.alive, position)) merged.kill(segment.columns.ids[position]!);
      });
    }
  }
  return { merged, settle };
}

function placesOf(older: WordSegment, newer: WordSegment): { ids: Uint32Array; parts: [Part, Part] } {
  const ids: number[] = [];
  const parts: [Part, Part] = [partOf(older), partOf(newer)];
  const [a, b] = parts;
  for (let i = 0, j = 0; i < older.size || j < newer.size; ) {
    const isFirst = j >= newer.size || (i < older.size && older.columns.ids[i]! < newer.columns.ids[j]!);
    const { segment, places } = isFirst ? a : b;
    const position = isFirst ? i++ : j++;
    if (!hasBit(segment.alive, position)) continue;
    places[position] = ids.length;
    ids.push(segment.columns.ids[position]!);
  }
  return { ids: Uint32Array.from(ids), parts };
}

function partOf(segment: WordSegment): Part {
  return { segment, places: new Uint32Array(segment.size).fill(DEAD) };
}

async function mergedWords([a, b]: [Part, Part]) {
  const writer = new PostingWriter();
  const [words, written, counts, leading, starts]: [string[], string[], number[], number[], number[]] = [
    [],
    [],
    [],
    [],
    [0],
  ];
  let taken = 0;
  for (const [inA, inB] of pairs(a.segment.columns.words, b.segment.columns.words)) {
    const found = [...postingsOf(a, inA), ...postingsOf(b, inB)].sort((x, y) => x.position - y.position);
    if (found.length === 0) continue;
    for (const { position, fields } of found) writer.add(position, fields);
    writer.endWord();
    const { columns } = inA === undefined ? b.segment : a.segment;
    words.push(columns.words[inA ?? inB!]!);
    written.push(columns.written[inA ?? inB!]!);
    counts.push(found.length);
    leading.push(found.filter(({ fields }) => (fields & LEADING_FIELDS) !== 0).length);
    starts.push(writer.length);
    taken += found.length;
    if (taken < POSTINGS_AT_ONCE) continue;
    taken = 0;
    await yieldToEventLoop();
  }
  return {
    words,
    written,
    counts: Uint32Array.from(counts),
    leading: Uint32Array.from(leading),
    starts: Uint32Array.from(starts),
    postings: writer.bytes(),
  };
}

/** Where each word stands in the one list and in the other. */
function* pairs(a: string[], b: string[]): Generator<[inA: number | undefined, inB: number | undefined]> {
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (j >= b.length || (i < a.length && a[i]! < b[j]!)) yield [i++, undefined];
    else if (i >= a.length || b[j]! < a[i]!) yield [undefined, j++];
    else yield [i++, j++];
  }
}

function postingsOf({ segment, places }: Part, index: number | undefined): Posting[] {
  const found: Posting[] = [];
  if (index === undefined) return found;
  segment.visit(index, (position, fields) => {
    const place = places[position]!;
    if (place !== DEAD) found.push({ position: place, fields });
  });
  return found;
}

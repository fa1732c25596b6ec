import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { hasBit } from '#lib/facets/bitset.ts';
import { type Merged, watchLosses } from '#lib/facets/merging.ts';
import { PostingWriter } from '#lib/search/postings.ts';
import { LEADING_FIELDS } from '#lib/search/word-fields.ts';
import { WordSegment } from '#lib/search/word-segment.ts';

/** Some milliseconds of work, after which searches have their turn. */
const POSTINGS_AT_ONCE = 20_000;
const DEAD = 0xffffffff;

interface Part {
  segment: WordSegment;
  /** Where each of its products stands in the merged segment. */
  places: Uint32Array;
  positions: Uint32Array;
  fields: Uint8Array;
}

export async function mergeWordSegments(older: WordSegment, newer: WordSegment): Promise<Merged<WordSegment>> {
  const takeOutLosses = watchLosses([older, newer]);
  const { ids, parts } = placesOf(older, newer);
  const merged = new WordSegment({ ids, ...(await mergedWords(parts)) });
  // Else the first mistyped word after a change would wait for them.
  merged.spellings();
  return { merged, settle: () => takeOutLosses(merged) };
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
  return {
    segment,
    places: new Uint32Array(segment.size).fill(DEAD),
    positions: new Uint32Array(segment.size),
    fields: new Uint8Array(segment.size),
  };
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
    const [ofA, ofB] = [readPart(a, inA), readPart(b, inB)];
    if (ofA + ofB === 0) continue;
    const { columns } = inA === undefined ? b.segment : a.segment;
    words.push(columns.words[inA ?? inB!]!);
    written.push(columns.written[inA ?? inB!]!);
    counts.push(ofA + ofB);
    leading.push(writeBoth(writer, a, ofA, b, ofB));
    starts.push(writer.length);
    taken += ofA + ofB;
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

function readPart({ segment, places, positions, fields }: Part, index: number | undefined): number {
  let count = 0;
  if (index === undefined) return count;
  segment.visit(index, (position, inFields) => {
    const place = places[position]!;
    if (place === DEAD) return;
    positions[count] = place;
    fields[count++] = inFields;
  });
  return count;
}

/** Both are in the order of places. Answers how many have the word in a leading field. */
function writeBoth(writer: PostingWriter, a: Part, ofA: number, b: Part, ofB: number): number {
  let leading = 0;
  for (let i = 0, j = 0; i < ofA || j < ofB; ) {
    const isFirst = j >= ofB || (i < ofA && a.positions[i]! < b.positions[j]!);
    const [part, at] = isFirst ? [a, i++] : [b, j++];
    const fields = part.fields[at]!;
    writer.add(part.positions[at]!, fields);
    if ((fields & LEADING_FIELDS) !== 0) leading++;
  }
  writer.endWord();
  return leading;
}

import { hasBit } from '#lib/facets/bitset.ts';
import { type Merged, type Pair, watchLosses } from '#lib/facets/merging.ts';
import { type Askers, inTurns } from '#lib/platform/jobs/in-turns.server.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';
import { type PostingReader, PostingWriter } from '#lib/search/postings.ts';
import { LEADING_FIELDS } from '#lib/search/word-fields.ts';
import { WordSegment } from '#lib/search/word-segment.ts';

const AT_A_STEP = 256;
const DEAD = 0xffffffff;

interface Part {
  segment: WordSegment;
  /** Where each of its products stands in the merged segment. */
  places: Uint32Array;
}

export async function mergeWordSegments(
  [older, newer]: Pair<WordSegment>,
  first?: Askers,
): Promise<Merged<WordSegment>> {
  const takeOutLosses = watchLosses([older, newer]);
  const merged = await inTurns(merging(older, newer), first);
  return { merged, settle: () => takeOutLosses(merged) };
}

function* merging(older: WordSegment, newer: WordSegment): Steps<WordSegment> {
  const parts: [Part, Part] = [partOf(older), partOf(newer)];
  const ids = yield* givePlaces(parts);
  const merged = new WordSegment({ ids, ...(yield* mergedWords(parts)) });
  yield;
  // Else the first mistyped word after a change would wait for them.
  yield* merged.layOutSpellings();
  return merged;
}

function partOf(segment: WordSegment): Part {
  return { segment, places: new Uint32Array(segment.size).fill(DEAD) };
}

function* givePlaces([a, b]: [Part, Part]): Steps<Uint32Array> {
  const ids = new Uint32Array(a.segment.size + b.segment.size);
  let place = 0;
  for (let i = 0, j = 0; i < a.segment.size || j < b.segment.size; ) {
    const [inA, inB] = [a.segment.columns.ids[i], b.segment.columns.ids[j]];
    const isFirst = inB === undefined || (inA !== undefined && inA < inB);
    const { segment, places } = isFirst ? a : b;
    const position = isFirst ? i++ : j++;
    if ((i + j) % AT_A_STEP === 0) yield;
    if (!hasBit(segment.alive, position)) continue;
    places[position] = place;
    ids[place++] = segment.columns.ids[position]!;
  }
  return ids.slice(0, place);
}

function* mergedWords([a, b]: [Part, Part]) {
  const writer = new PostingWriter();
  const [words, written, counts, leading, starts]: [string[], string[], number[], number[], number[]] = [
    [],
    [],
    [],
    [],
    [0],
  ];
  for (const [inA, inB] of pairs(a.segment.columns.words, b.segment.columns.words)) {
    const taken = yield* mergeOne(writer, new LivingPostings(a, inA), new LivingPostings(b, inB));
    if (taken.count === 0) continue;
    const { columns } = inA === undefined ? b.segment : a.segment;
    words.push(columns.words[inA ?? inB!]!);
    written.push(columns.written[inA ?? inB!]!);
    counts.push(taken.count);
    leading.push(taken.leading);
    starts.push(writer.length);
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

class LivingPostings {
  readonly #reader: PostingReader;
  readonly #places: Uint32Array;
  place = DEAD;

  constructor({ segment, places }: Part, index: number | undefined) {
    this.#places = places;
    this.#reader = segment.read(index);
    this.step();
  }

  get fields(): number {
    return this.#reader.fields;
  }

  step(): void {
    this.place = DEAD;
    while (this.place === DEAD && this.#reader.step()) this.place = this.#places[this.#reader.position]!;
  }
}

function* mergeOne(
  writer: PostingWriter,
  a: LivingPostings,
  b: LivingPostings,
): Steps<{ count: number; leading: number }> {
  let [count, leading] = [0, 0];
  for (; a.place !== DEAD || b.place !== DEAD; count++) {
    const first = a.place < b.place ? a : b;
    writer.add(first.place, first.fields);
    if ((first.fields & LEADING_FIELDS) !== 0) leading++;
    first.step();
    if (count % AT_A_STEP === 0) yield;
  }
  if (count > 0) writer.endWord();
  return { count, leading };
}

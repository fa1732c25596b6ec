import { hasBit } from '#lib/catalog/listing-index/positions/bitset.ts';
import { type Merged, trackRemovals } from '#lib/catalog/listing-index/segment/merging.ts';
import { type PostingReader, PostingWriter } from '#lib/catalog/search/index/postings.ts';
import { WordSegment } from '#lib/catalog/search/index/word-segment.ts';
import { LEADING_FIELDS } from '#lib/catalog/search/words/word-fields.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';
import { type WaitingQueries, yieldingRun } from '#lib/platform/jobs/yielding-run.server.ts';

const AT_A_STEP = 256;
const DEAD = 0xffffffff;

interface Part {
  segment: WordSegment;
  /** Where each of its products stands in the merged segment. */
  places: Uint32Array;
}

interface Cursor {
  place: number;
  step(): void;
}

/** All at once: two by two, a start would merge most words three times. */
export async function mergeWordSegments(
  segments: readonly WordSegment[],
  first?: WaitingQueries,
): Promise<Merged<WordSegment>> {
  const takeOutLosses = trackRemovals(segments);
  const merged = await yieldingRun(merging(segments.map(partOf)), first);
  return { merged, settle: () => takeOutLosses(merged) };
}

function* merging(parts: Part[]): Steps<WordSegment> {
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

function* givePlaces(parts: Part[]): Steps<Uint32Array> {
  const ids = new Uint32Array(parts.reduce((sum, { segment }) => sum + segment.size, 0));
  let [seen, place] = [0, 0];
  for (const run of runs(parts.map((part) => new Ids(part)))) {
    do {
      const { places, segment } = run.first.part;
      const { position, place: id } = run.first;
      run.first.step();
      if (++seen % AT_A_STEP === 0) yield;
      if (!hasBit(segment.alive, position)) continue;
      places[position] = place;
      ids[place++] = id;
    } while (run.first.place < run.until);
  }
  return ids.slice(0, place);
}

function* mergedWords(parts: Part[]) {
  const writer = new PostingWriter();
  const [words, written, counts, leading, starts]: [string[], string[], number[], number[], number[]] = [
    [],
    [],
    [],
    [],
    [0],
  ];
  for (const holders of byWord(parts)) {
    yield;
    const taken = yield* mergeOne(writer, holders);
    if (taken.count === 0) continue;
    const { part, index } = holders[0]!;
    words.push(part.segment.columns.words[index]!);
    written.push(part.segment.columns.written[index]!);
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

interface Holder {
  part: Part;
  index: number;
}

/** For each word the parts that have it, and where it stands there. */
function* byWord(parts: Part[]): Generator<Holder[]> {
  const heads = parts.map((part) => ({ part, index: 0, words: part.segment.columns.words }));
  for (;;) {
    let least: string | undefined;
    for (const { words, index } of heads)
      if (index < words.length && (least === undefined || words[index]! < least)) least = words[index];
    if (least === undefined) return;
    const holders: Holder[] = [];
    for (const head of heads)
      if (head.words[head.index] === least) holders.push({ part: head.part, index: head.index++ });
    yield holders;
  }
}

class Ids implements Cursor {
  readonly part: Part;
  position = -1;
  place = 0;

  constructor(part: Part) {
    this.part = part;
    this.step();
  }

  step(): void {
    this.place = this.part.segment.columns.ids[++this.position] ?? DEAD;
  }
}

class LivingPostings implements Cursor {
  readonly #reader: PostingReader;
  readonly #places: Uint32Array;
  place = DEAD;

  constructor({ part: { segment, places }, index }: Holder) {
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

function* mergeOne(writer: PostingWriter, holders: Holder[]): Steps<{ count: number; leading: number }> {
  let [count, leading] = [0, 0];
  for (const run of runs(holders.map((holder) => new LivingPostings(holder)))) {
    do {
      const { place, fields } = run.first;
      writer.add(place, fields);
      if ((fields & LEADING_FIELDS) !== 0) leading++;
      run.first.step();
      if (++count % AT_A_STEP === 0) yield;
    } while (run.first.place < run.until);
  }
  if (count > 0) writer.endWord();
  return { count, leading };
}

/** Who is first, and where another's turn comes: what was read together stands together, so runs are long. */
function* runs<C extends Cursor>(cursors: C[]): Generator<{ first: C; until: number }> {
  for (;;) {
    let [first, until]: [C | undefined, number] = [undefined, DEAD];
    for (const cursor of cursors) {
      if (cursor.place < (first?.place ?? DEAD)) {
        until = first?.place ?? DEAD;
        first = cursor;
      } else if (cursor !== first && cursor.place < until) until = cursor.place;
    }
    if (!first) return;
    yield { first, until };
  }
}

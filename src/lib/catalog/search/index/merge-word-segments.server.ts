import { hasBit } from '#lib/catalog/listing-index/positions/bitset.ts';
import { type PostingReader, PostingWriter } from '#lib/catalog/search/index/postings.ts';
import { WordSegment } from '#lib/catalog/search/index/word-segment.ts';
import { LEADING_FIELDS } from '#lib/catalog/search/words/word-fields.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';
import { runYielding, type WaitingQueries } from '#lib/platform/jobs/yielding-run.server.ts';

const STEP_SIZE = 256;
/** A number above all ids and positions: the position of a removed product, and the key of a cursor at its end. */
const NONE = 0xffffffff;

/** A segment to merge. */
interface Part {
  segment: WordSegment;
  /** The position of each product of `segment` in the merged segment; NONE if the product was removed. */
  newPositions: Uint32Array;
}

/** Reads keys in ascending order. */
interface Cursor {
  key: number;
  step(): void;
}

/** Merges all segments at once. In pairs, most words would be merged three times when the shop starts. */
export function mergeWordSegments(
  segments: readonly WordSegment[],
  waitingQueries?: WaitingQueries,
): Promise<WordSegment> {
  const parts = segments.map((segment) => ({ segment, newPositions: new Uint32Array(segment.size).fill(NONE) }));
  return runYielding(mergeSteps(parts), waitingQueries);
}

function* mergeSteps(parts: Part[]): Steps<WordSegment> {
  const ids = yield* assignPositions(parts);
  const mergedSegment = new WordSegment({ ids, ...(yield* mergeWords(parts)) });
  yield;
  // The spellings are built here, so that the first search with a typo need not build them.
  yield* mergedSegment.buildSpellings();
  return mergedSegment;
}

function* assignPositions(parts: Part[]): Steps<Uint32Array> {
  const ids = new Uint32Array(parts.reduce((sum, { segment }) => sum + segment.size, 0));
  let [stepCount, size] = [0, 0];
  for (const run of runs(parts.map((part) => new IdCursor(part)))) {
    do {
      const { position, key: id, part } = run.first;
      run.first.step();
      if (++stepCount % STEP_SIZE === 0) yield;
      if (!hasBit(part.segment.aliveBits, position)) continue;
      part.newPositions[position] = size;
      ids[size++] = id;
    } while (run.first.key < run.endKey);
  }
  return ids.slice(0, size);
}

function* mergeWords(parts: Part[]) {
  const writer = new PostingWriter();
  const [words, writtenWords]: [string[], string[]] = [[], []];
  const [counts, leadingCounts, starts]: [number[], number[], number[]] = [[], [], [0]];
  for (const holders of holdersByWord(parts)) {
    yield;
    const mergedWord = yield* mergeWord(writer, holders);
    if (mergedWord.count === 0) continue;
    const { part, index } = holders[0]!;
    words.push(part.segment.columns.words[index]!);
    writtenWords.push(part.segment.columns.writtenWords[index]!);
    counts.push(mergedWord.count);
    leadingCounts.push(mergedWord.leadingCount);
    starts.push(writer.length);
  }
  return {
    words,
    writtenWords,
    counts: Uint32Array.from(counts),
    leadingCounts: Uint32Array.from(leadingCounts),
    starts: Uint32Array.from(starts),
    postings: writer.bytes(),
  };
}

/** A part that contains a word, and the index of the word in the part's segment. */
interface Holder {
  part: Part;
  index: number;
}

/** Yields the holders of each word, in ascending order of the words. */
function* holdersByWord(parts: Part[]): Generator<Holder[]> {
  const heads = parts.map((part) => ({ part, index: 0, words: part.segment.columns.words }));
  for (;;) {
    let smallestWord: string | undefined;
    for (const { words, index } of heads)
      if (index < words.length && (smallestWord === undefined || words[index]! < smallestWord))
        smallestWord = words[index];
    if (smallestWord === undefined) return;
    const holders: Holder[] = [];
    for (const head of heads)
      if (head.words[head.index] === smallestWord) holders.push({ part: head.part, index: head.index++ });
    yield holders;
  }
}

class IdCursor implements Cursor {
  readonly part: Part;
  position = -1;
  key = 0;

  constructor(part: Part) {
    this.part = part;
    this.step();
  }

  step(): void {
    this.key = this.part.segment.columns.ids[++this.position] ?? NONE;
  }
}

/** The postings of a word in one part, by their positions in the merged segment, without removed products. */
class PostingCursor implements Cursor {
  readonly #reader: PostingReader;
  readonly #newPositions: Uint32Array;
  key = NONE;

  constructor({ part: { segment, newPositions }, index }: Holder) {
    this.#newPositions = newPositions;
    this.#reader = segment.postingsOf(index);
    this.step();
  }

  get fields(): number {
    return this.#reader.fields;
  }

  step(): void {
    this.key = NONE;
    while (this.key === NONE && this.#reader.step()) this.key = this.#newPositions[this.#reader.position]!;
  }
}

function* mergeWord(writer: PostingWriter, holders: Holder[]): Steps<{ count: number; leadingCount: number }> {
  let [count, leadingCount] = [0, 0];
  for (const run of runs(holders.map((holder) => new PostingCursor(holder)))) {
    do {
      const { key, fields } = run.first;
      writer.add(key, fields);
      if ((fields & LEADING_FIELDS) !== 0) leadingCount++;
      run.first.step();
      if (++count % STEP_SIZE === 0) yield;
    } while (run.first.key < run.endKey);
  }
  if (count > 0) writer.endWord();
  return { count, leadingCount };
}

/**
 * Merges cursors by ascending key. The caller steps `first` while its key is below `endKey`, the smallest key of the
 * other cursors. Products that were added together are adjacent, so a run rarely has only one step.
 */
function* runs<C extends Cursor>(cursors: C[]): Generator<{ first: C; endKey: number }> {
  for (;;) {
    let [first, endKey]: [C | undefined, number] = [undefined, NONE];
    for (const cursor of cursors) {
      if (cursor.key < (first?.key ?? NONE)) {
        endKey = first?.key ?? NONE;
        first = cursor;
      } else if (cursor !== first && cursor.key < endKey) endKey = cursor.key;
    }
    if (!first) return;
    yield { first, endKey };
  }
}

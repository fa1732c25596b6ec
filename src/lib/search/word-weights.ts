import type { Alternative, WordGroup } from '#lib/search/asked-words.ts';
import { FIELD_WEIGHTS } from '#lib/search/word-fields.ts';
import type { WordSegment } from '#lib/search/word-segment.ts';

const BEGINNINGS_LOOKED_AT = 300;
export const WEIGHT_SCALE = 10;

/**
 * What each product of a segment weighs for one thing that was asked for. To make one costs as much as all the products,
 * so a segment lends them, and takes them back empty.
 */
export class WordWeights {
  /** Times WEIGHT_SCALE; 0 where the product holds none of it. */
  readonly byPosition: Uint16Array;
  /** The first `count` are those that are not 0. */
  positions = new Uint32Array(256);
  count = 0;
  isAscending = true;

  constructor(size: number) {
    this.byPosition = new Uint16Array(size);
  }

  raise(position: number, weight: number): void {
    const before = this.byPosition[position]!;
    if (weight <= before) return;
    this.byPosition[position] = weight;
    if (before === 0) this.#note(position);
  }

  clear(): void {
    for (let at = 0; at < this.count; at++) this.byPosition[this.positions[at]!] = 0;
    this.count = 0;
    this.isAscending = true;
  }

  #note(position: number): void {
    if (this.count === this.positions.length) {
      const wider = new Uint32Array(this.count * 2);
      wider.set(this.positions);
      this.positions = wider;
    }
    if (this.count > 0 && this.positions[this.count - 1]! > position) this.isAscending = false;
    this.positions[this.count++] = position;
  }
}

/** The best alternative counts. Give it back to the segment. */
export function weighed(segment: WordSegment, { alternatives }: WordGroup): WordWeights {
  const best = segment.lendWeights();
  for (const alternative of alternatives) {
    if (alternative.words.length === 1) raise(segment, alternative, best);
    else raiseWhereAll(segment, alternative, best);
  }
  return best;
}

function raise(segment: WordSegment, { words, factor, isBeginning }: Alternative, best: WordWeights): void {
  const byFields = Uint16Array.from(FIELD_WEIGHTS, (weight) => Math.round(weight * factor * WEIGHT_SCALE));
  for (const index of indexesOf(segment, words[0] ?? '', isBeginning === true)) segment.weigh(index, byFields, best);
}

/** A phrase is as well found as the worst of its words. */
function raiseWhereAll(segment: WordSegment, { words, factor }: Alternative, best: WordWeights): void {
  const each = words.map((word) => weighed(segment, { written: word, alternatives: [{ words: [word], factor }] }));
  const [fewest, ...others] = each.toSorted((a, b) => a.count - b.count);
  for (let at = 0; fewest && at < fewest.count; at++) {
    const position = fewest.positions[at]!;
    let least = fewest.byPosition[position]!;
    for (const { byPosition } of others) least = Math.min(least, byPosition[position]!);
    best.raise(position, least);
  }
  for (const weights of each) segment.takeBack(weights);
}

function indexesOf(segment: WordSegment, word: string, isBeginning: boolean): number[] {
  if (!isBeginning) {
    const index = segment.indexOf(word);
    return index === undefined ? [] : [index];
  }
  return segment.commonestBeginningWith(word, BEGINNINGS_LOOKED_AT);
}

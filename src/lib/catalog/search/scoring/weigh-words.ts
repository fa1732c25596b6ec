import type { WordSegment } from '#lib/catalog/search/index/word-segment.ts';
import { WEIGHT_SCALE, type WordWeights } from '#lib/catalog/search/index/word-weights.ts';
import type { Alternative, WordGroup } from '#lib/catalog/search/scoring/read-term.ts';
import { FIELD_WEIGHTS } from '#lib/catalog/search/words/word-fields.ts';

const MAX_PREFIX_MATCHES = 300;

/**
 * Returns the weights of the best alternative for each product. The caller must return the weights to the segment with
 * `returnWeights`, and must not modify them.
 */
export function weightsOf(segment: WordSegment, { alternatives, maxWeight }: WordGroup): WordWeights {
  return segment.cachedWeights(JSON.stringify([maxWeight, alternatives]), () => {
    const weights = segment.borrowWeights();
    for (const alternative of alternatives) {
      if (alternative.words.length === 1) addWordWeights(segment, alternative, weights, maxWeight);
      else addPhraseWeights(segment, alternative, weights, maxWeight);
    }
    return weights;
  });
}

function addWordWeights(
  segment: WordSegment,
  { words, factor, isPrefix }: Alternative,
  weights: WordWeights,
  maxWeight: number | undefined,
): void {
  const weightByFields = weightsByFields(factor, maxWeight);
  for (const index of indexesOf(segment, words[0] ?? '', isPrefix === true))
    segment.weigh(index, weightByFields, weights);
}

/** Adds the weights of a phrase: the lowest weight of its words. */
function addPhraseWeights(
  segment: WordSegment,
  { words, factor }: Alternative,
  weights: WordWeights,
  maxWeight: number | undefined,
): void {
  const indexes = words.map((word) => segment.indexOf(word)).filter((index) => index !== undefined);
  if (indexes.length === words.length) segment.weighAll(indexes, weightsByFields(factor, maxWeight), weights);
}

function weightsByFields(factor: number, max = Number.POSITIVE_INFINITY): Uint16Array {
  const weights = new Uint16Array(FIELD_WEIGHTS.length);
  for (let fields = 0; fields < weights.length; fields++)
    weights[fields] = Math.round(Math.min(FIELD_WEIGHTS[fields]!, max) * factor * WEIGHT_SCALE);
  return weights;
}

function indexesOf(segment: WordSegment, word: string, isPrefix: boolean): number[] {
  if (!isPrefix) {
    const index = segment.indexOf(word);
    return index === undefined ? [] : [index];
  }
  return segment.mostFrequentWithPrefix(word, MAX_PREFIX_MATCHES);
}

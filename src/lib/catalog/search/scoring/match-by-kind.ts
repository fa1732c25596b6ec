import {
  type Bitset,
  clearBit,
  countBits,
  emptyBitset,
  intersection,
} from '#lib/catalog/listing-index/positions/bitset.ts';
import type { WordWeights } from '#lib/catalog/search/index/word-weights.ts';
import { type MatchedProducts, matchesByCount } from '#lib/catalog/search/scoring/partial-matches.ts';
import type { WordGroup } from '#lib/catalog/search/scoring/read-term.ts';
import {
  FEW_PRODUCTS,
  isFarOff,
  LEADING_WEIGHT,
  type WeighedSegment,
} from '#lib/catalog/search/scoring/search-score.ts';
import { intersectAll } from '#lib/catalog/search/scoring/weigh-words.ts';

export interface KindMatches {
  /** The products found; undefined if the kinds and persons in the term find no products. */
  matches: MatchedProducts | undefined;
  /** The requested kinds of products that the shop does not have, as indexes into the groups. */
  missing: number[];
}

/** The products of each segment that have a kind or person in a leading field. */
interface LeadingProducts {
  /** The index of the group that names the kind or person. */
  group: number;
  bits: Bitset[];
}

/**
 * Returns the products of the requested kind for the requested person that contain most of the other words. A kind must
 * be in a leading field, because the text of a shirt may mention trousers. `parts` contains the weights of `groups`;
 * all groups are required.
 */
export function matchByKind(groups: readonly WordGroup[], parts: readonly WeighedSegment[]): KindMatches {
  const leadingIn = (role: WordGroup['role']): LeadingProducts[] =>
    [...groups.keys()]
      .filter((group) => groups[group]!.role === role)
      .map((group) => ({ group, bits: parts.map((part) => leadingBits(part.groups[group]!)) }));
  const requestedKinds = leadingIn('goods');
  const existingKinds = requestedKinds.filter(({ bits }) => totalCount(bits) > 0);
  const existingPersons = leadingIn('person').filter(({ bits }) => totalCount(bits) > 0);
  const isMissing = (kind: LeadingProducts) => !existingKinds.includes(kind) || groups[kind.group]!.isSimilar === true;
  // A missing kind next to an existing kind is treated as an accessory: "saree with blouse".
  const missing = requestedKinds.every(isMissing) ? requestedKinds.map(({ group }) => group) : [];
  const base = baseMatches(parts, existingKinds, existingPersons);
  if (!base) return { matches: undefined, missing };
  const requestedItems = [...(missing.length > 0 ? requestedKinds : existingKinds), ...existingPersons];
  const requestedGroups = requestedItems.map(({ group }) => group);
  const otherGroups = [...groups.keys()].filter((group) => !requestedGroups.includes(group));
  const { bits, requiredCount } = withOtherWords(parts, base.bits, otherGroups);
  const count = base.count + requiredCount;
  const hasLittleInCommon = existingKinds.length === 0 && isFarOff(count, groups.length);
  return { matches: { bits, isPartial: count < groups.length, isFarOff: hasLittleInCommon }, missing };
}

/**
 * Returns the first of these matches that has results: all kinds for all persons; one of several kinds for all persons
 * ("kurta pyjama for men"); all kinds for anybody; any kind for anybody. Returns undefined if none has results.
 */
function baseMatches(
  parts: readonly WeighedSegment[],
  kinds: readonly LeadingProducts[],
  persons: readonly LeadingProducts[],
): { bits: Bitset[]; count: number } | undefined {
  if (kinds.length + persons.length === 0) return undefined;
  const allOf = (leading: readonly LeadingProducts[]) =>
    parts.map(({ segment }, part) =>
      intersectAll(
        leading.map(({ bits }) => ({ bits: bits[part]! })),
        segment.aliveBits.slice(),
      ),
    );
  const anyKind = parts.map(({ segment }, part) =>
    unionOf(
      kinds.map(({ bits }) => bits[part]!),
      segment.size,
    ),
  );
  const withAnyKind = (bitsets: Bitset[]) => bitsets.map((bits, part) => intersection(bits, anyKind[part]!));
  const choices = [
    { bits: allOf([...kinds, ...persons]), count: kinds.length + persons.length },
    ...(persons.length > 0 ? kinds : []).map((kind) => ({
      bits: allOf([kind, ...persons]),
      count: persons.length + 1,
    })),
    { bits: withAnyKind(allOf(kinds)), count: kinds.length },
    { bits: withAnyKind(allOf([])), count: 1 },
  ];
  return choices.find(({ bits }) => totalCount(bits) > 0);
}

/**
 * Returns the products of `base` that contain as many of the other words as possible while at least `FEW_PRODUCTS`
 * products remain, and the number of words that these products must contain.
 */
function withOtherWords(
  parts: readonly WeighedSegment[],
  base: readonly Bitset[],
  otherGroups: readonly number[],
): { bits: Bitset[]; requiredCount: number } {
  const matchesOfParts = parts.map(({ groups }, part) =>
    matchesByCount(
      base[part]!,
      otherGroups.map((group) => groups[group]!),
    ),
  );
  const matchesWith = (count: number) => matchesOfParts.map((sets) => sets[count]!);
  let requiredCount = otherGroups.length;
  while (requiredCount > 0 && totalCount(matchesWith(requiredCount)) < FEW_PRODUCTS) requiredCount--;
  return { bits: matchesWith(requiredCount), requiredCount };
}

function leadingBits({ bits, byPosition }: WordWeights): Bitset {
  const leadingProducts = bits.slice();
  for (let wordIndex = 0; wordIndex < bits.length; wordIndex++) {
    for (let word = bits[wordIndex]!; word !== 0; word &= word - 1) {
      const position = (wordIndex << 5) + (31 - Math.clz32(word & -word));
      if (byPosition[position]! < LEADING_WEIGHT) clearBit(leadingProducts, position);
    }
  }
  return leadingProducts;
}

function unionOf(sets: readonly Bitset[], size: number): Bitset {
  const union = emptyBitset(size);
  for (const bits of sets) for (let index = 0; index < union.length; index++) union[index]! |= bits[index]!;
  return union;
}

function totalCount(bits: readonly Bitset[]): number {
  return bits.reduce((sum, bitset) => sum + countBits(bitset), 0);
}

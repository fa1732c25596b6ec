import {
  type Bitset,
  clearBit,
  countAll,
  emptyBitset,
  forEachBit,
  intersection,
} from '#lib/catalog/listing-index/positions/bitset.ts';
import type { WordWeights } from '#lib/catalog/search/index/word-segment.ts';
import { type MatchedProducts, matchesByCount } from '#lib/catalog/search/scoring/partial-matches.ts';
import type { WordGroup } from '#lib/catalog/search/scoring/read-term.ts';
import {
  FEW_PRODUCTS,
  isFarOff,
  LEADING_WEIGHT,
  type WeighedSegment,
} from '#lib/catalog/search/scoring/search-score.ts';

export interface KindMatches {
  /** The products found; undefined if the term names no kind or person, or these find no products. */
  matches: MatchedProducts | undefined;
  /** The requested kinds of products that the shop does not have, as indexes into the groups. */
  missingGroupIndexes: number[];
}

/** The products of each segment that have a kind or person in a leading field. */
interface LeadingProducts {
  /** The index of the group that names the kind or person. */
  groupIndex: number;
  bits: Bitset[];
}

/**
 * Returns the products of the requested kind for the requested person that contain as many of the other words as
 * possible. A kind must be in a leading field, because the text of a shirt may mention trousers. `parts` contains the
 * weights of `groups`; all groups are required.
 */
export function matchByKind(groups: readonly WordGroup[], parts: readonly WeighedSegment[]): KindMatches {
  const leadingProductsOf = (role: WordGroup['role']): LeadingProducts[] =>
    [...groups.keys()]
      .filter((groupIndex) => groups[groupIndex]!.role === role)
      .map((groupIndex) => ({ groupIndex, bits: parts.map((part) => leadingBits(part.groups[groupIndex]!)) }));
  const requestedKinds = leadingProductsOf('goods');
  const existingKinds = requestedKinds.filter(({ bits }) => countAll(bits) > 0);
  const existingPersons = leadingProductsOf('person').filter(({ bits }) => countAll(bits) > 0);
  const isMissing = (kind: LeadingProducts) =>
    !existingKinds.includes(kind) || groups[kind.groupIndex]!.isSimilar === true;
  // A missing kind next to an existing kind is treated as an accessory: "saree with blouse".
  const missingGroupIndexes = requestedKinds.every(isMissing) ? requestedKinds.map(({ groupIndex }) => groupIndex) : [];
  const base = baseMatches(parts, existingKinds, existingPersons);
  if (!base) return { matches: undefined, missingGroupIndexes };
  const requestedProducts = [...(missingGroupIndexes.length > 0 ? requestedKinds : existingKinds), ...existingPersons];
  const requestedIndexes = requestedProducts.map(({ groupIndex }) => groupIndex);
  const otherIndexes = [...groups.keys()].filter((index) => !requestedIndexes.includes(index));
  const { bits, requiredCount } = withOtherWords(parts, base.bits, otherIndexes);
  const count = base.count + requiredCount;
  const hasLittleInCommon = existingKinds.length === 0 && isFarOff(count, groups.length);
  return { matches: { bits, isPartial: count < groups.length, isFarOff: hasLittleInCommon }, missingGroupIndexes };
}

/**
 * Returns the first of these matches that has results: all kinds for all persons; one of several kinds for all persons
 * ("kurta pyjama for men"); all kinds for anybody; any kind for anybody. Returns undefined if none has results. `count`
 * is the number of kinds and persons that the products must have.
 */
function baseMatches(
  parts: readonly WeighedSegment[],
  kinds: readonly LeadingProducts[],
  persons: readonly LeadingProducts[],
): { bits: Bitset[]; count: number } | undefined {
  if (kinds.length + persons.length === 0) return undefined;
  const allOf = (leading: readonly LeadingProducts[]) =>
    parts.map(({ segment }, partIndex) =>
      intersection(segment.aliveBits, ...leading.map(({ bits }) => bits[partIndex]!)),
    );
  const anyKind = parts.map(({ segment }, partIndex) =>
    unionOf(
      kinds.map(({ bits }) => bits[partIndex]!),
      segment.size,
    ),
  );
  const withAnyKind = (bitsets: Bitset[]) => bitsets.map((bits, partIndex) => intersection(bits, anyKind[partIndex]!));
  const choices = [
    { bits: allOf([...kinds, ...persons]), count: kinds.length + persons.length },
    ...(persons.length > 0 ? kinds : []).map((kind) => ({
      bits: allOf([kind, ...persons]),
      count: persons.length + 1,
    })),
    { bits: withAnyKind(allOf(kinds)), count: kinds.length },
    { bits: withAnyKind(allOf([])), count: 1 },
  ];
  return choices.find(({ bits }) => countAll(bits) > 0);
}

/**
 * Returns the products of `base` that contain as many of the other groups as possible while at least `FEW_PRODUCTS`
 * products remain, and the number of groups that these products must contain.
 */
function withOtherWords(
  parts: readonly WeighedSegment[],
  base: readonly Bitset[],
  otherIndexes: readonly number[],
): { bits: Bitset[]; requiredCount: number } {
  const matchesOfParts = parts.map(({ groups }, partIndex) =>
    matchesByCount(
      base[partIndex]!,
      otherIndexes.map((index) => groups[index]!),
    ),
  );
  const matchesWith = (count: number) => matchesOfParts.map((bitsets) => bitsets[count]!);
  let requiredCount = otherIndexes.length;
  while (requiredCount > 0 && countAll(matchesWith(requiredCount)) < FEW_PRODUCTS) requiredCount--;
  return { bits: matchesWith(requiredCount), requiredCount };
}

function leadingBits({ bits, byPosition }: WordWeights): Bitset {
  const leadingProducts = bits.slice();
  forEachBit(bits, (position) => {
    if (byPosition[position]! < LEADING_WEIGHT) clearBit(leadingProducts, position);
  });
  return leadingProducts;
}

function unionOf(bitsets: readonly Bitset[], size: number): Bitset {
  const union = emptyBitset(size);
  for (const bits of bitsets) for (let index = 0; index < union.length; index++) union[index]! |= bits[index]!;
  return union;
}

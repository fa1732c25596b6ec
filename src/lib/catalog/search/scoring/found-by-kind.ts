import {
  type Bitset,
  clearBit,
  countBits,
  emptyBitset,
  intersection,
} from '#lib/catalog/listing-index/positions/bitset.ts';
import type { WordWeights } from '#lib/catalog/search/index/word-weights.ts';
import type { WordGroup } from '#lib/catalog/search/scoring/asked-words.ts';
import { type HeldGoods, heldAtLeast } from '#lib/catalog/search/scoring/found-partly.ts';
import {
  FEW_PRODUCTS,
  isFarOff,
  LEADING_WEIGHT,
  type WeighedSegment,
} from '#lib/catalog/search/scoring/search-score.ts';
import { heldByAll } from '#lib/catalog/search/scoring/weigh-words.ts';

export interface FoundByKind {
  /** Undefined if the term names no kind or person that is in a leading field of any product. */
  held: HeldGoods | undefined;
  /** Kinds of products that the shop does not have, as indexes into the groups. */
  missing: number[];
}

/** The products of each segment that have a kind or a person in a leading field. */
interface Led {
  at: number;
  bits: Bitset[];
}

/**
 * Products of the requested kind for the requested person; of these, the ones that contain most of the other words. A
 * kind must be in a leading field, because the text of a shirt may mention trousers. `parts` are weighed for `groups`,
 * which are all required.
 */
export function findByKind(groups: readonly WordGroup[], parts: readonly WeighedSegment[]): FoundByKind {
  const ledBy = (role: WordGroup['role']): Led[] =>
    [...groups.keys()]
      .filter((at) => groups[at]!.role === role)
      .map((at) => ({ at, bits: parts.map((part) => leadingBits(part.groups[at]!)) }));
  const [kinds, all] = [ledBy('goods'), ledBy('person')];
  const goods = kinds.filter(({ bits }) => total(bits) > 0);
  const persons = all.filter(({ bits }) => total(bits) > 0);
  const isMissing = (kind: Led) => !goods.includes(kind) || groups[kind.at]!.isSimilar === true;
  // A missing kind next to an existing one is only an accessory: "saree with blouse".
  const missing = kinds.every(isMissing) ? kinds.map(({ at }) => at) : [];
  const base = firstOfKind(parts, goods, persons);
  if (!base) return { held: undefined, missing };
  const named = [...(missing.length > 0 ? kinds : goods), ...persons].map(({ at }) => at);
  const others = [...groups.keys()].filter((at) => !named.includes(at));
  const { bits, least } = withMost(parts, base.bits, others);
  const count = base.count + least;
  const isOther = goods.length === 0 && isFarOff(count, groups.length);
  return { held: { bits, isPartial: count < groups.length, isFarOff: isOther }, missing };
}

/**
 * The first of these with results: all kinds for all persons; one of several kinds ("kurta pyjama for men"); all kinds
 * for anybody; any kind.
 */
function firstOfKind(
  parts: readonly WeighedSegment[],
  goods: readonly Led[],
  persons: readonly Led[],
): { bits: Bitset[]; count: number } | undefined {
  if (goods.length + persons.length === 0) return undefined;
  const allOf = (led: readonly Led[]) =>
    parts.map(({ segment }, part) =>
      heldByAll(
        led.map(({ bits }) => ({ bits: bits[part]! })),
        segment.alive.slice(),
      ),
    );
  const anyKind = parts.map(({ segment }, part) =>
    unionOf(
      goods.map(({ bits }) => bits[part]!),
      segment.size,
    ),
  );
  const withAnyKind = (among: Bitset[]) => among.map((bits, part) => intersection(bits, anyKind[part]!));
  const choices = [
    { bits: allOf([...goods, ...persons]), count: goods.length + persons.length },
    ...(persons.length > 0 ? goods : []).map((kind) => ({
      bits: allOf([kind, ...persons]),
      count: persons.length + 1,
    })),
    { bits: withAnyKind(allOf(goods)), count: goods.length },
    { bits: withAnyKind(allOf([])), count: 1 },
  ];
  return choices.find(({ bits }) => total(bits) > 0);
}

/**
 * Requires as many of the other words as possible while at least `FEW_PRODUCTS` products remain, so that a search
 * offers a choice.
 */
function withMost(
  parts: readonly WeighedSegment[],
  base: readonly Bitset[],
  others: readonly number[],
): { bits: Bitset[]; least: number } {
  const held = parts.map(({ groups }, part) =>
    heldAtLeast(
      base[part]!,
      others.map((at) => groups[at]!),
    ),
  );
  const setsOf = (least: number) => held.map((sets) => sets[least]!);
  let least = others.length;
  while (least > 0 && total(setsOf(least)) < FEW_PRODUCTS) least--;
  return { bits: setsOf(least), least };
}

function leadingBits({ bits, byPosition }: WordWeights): Bitset {
  const leading = bits.slice();
  for (let at = 0; at < bits.length; at++) {
    for (let word = bits[at]!; word !== 0; word &= word - 1) {
      const position = (at << 5) + (31 - Math.clz32(word & -word));
      if (byPosition[position]! < LEADING_WEIGHT) clearBit(leading, position);
    }
  }
  return leading;
}

function unionOf(sets: readonly Bitset[], size: number): Bitset {
  const union = emptyBitset(size);
  for (const bits of sets) for (let at = 0; at < union.length; at++) union[at]! |= bits[at]!;
  return union;
}

function total(bits: readonly Bitset[]): number {
  return bits.reduce((sum, one) => sum + countBits(one), 0);
}

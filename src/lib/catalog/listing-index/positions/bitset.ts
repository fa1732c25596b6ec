export type Bitset = Uint32Array;

export interface PositionRun {
  from: number;
  to: number;
}

/** The matching products of a segment: the positions in `match` that are within `run`. */
export interface MatchedRange {
  match: Bitset;
  run: PositionRun;
}

export function isIn({ match, run }: MatchedRange, position: number): boolean {
  return position >= run.from && position < run.to && hasBit(match, position);
}

export function emptyBitset(size: number): Bitset {
  return new Uint32Array((size + 31) >>> 5);
}

export function fullBitset(size: number): Bitset {
  const bits = emptyBitset(size).fill(0xffffffff);
  const remainder = size & 31;
  if (remainder !== 0) bits[bits.length - 1] = (1 << remainder) - 1;
  return bits;
}

export function hasBit(bits: Bitset, position: number): boolean {
  return ((bits[position >>> 5]! >>> (position & 31)) & 1) === 1;
}

export function setBit(bits: Bitset, position: number): void {
  bits[position >>> 5]! |= 1 << (position & 31);
}

export function clearBit(bits: Bitset, position: number): void {
  bits[position >>> 5]! &= ~(1 << (position & 31));
}

export function intersectInto(bits: Bitset, other: Bitset): void {
  for (let i = 0; i < bits.length; i++) bits[i]! &= other[i]!;
}

export function intersection(bits: Bitset, ...others: readonly Bitset[]): Bitset {
  const result = bits.slice();
  for (const other of others) intersectInto(result, other);
  return result;
}

/** Clears those bits that are set in `other`. */
export function subtract(bits: Bitset, other: Bitset): void {
  for (let i = 0; i < bits.length; i++) bits[i]! &= ~other[i]!;
}

export function countBits(bits: Bitset): number {
  return countIntersection(bits, bits);
}

export function countAll(bitsets: readonly Bitset[]): number {
  return bitsets.reduce((sum, bits) => sum + countBits(bits), 0);
}

export function countRun(bits: Bitset, { from, to }: PositionRun): number {
  if (from >= to) return 0;
  const words = bits.subarray(from >>> 5, ((to - 1) >>> 5) + 1);
  const bitsBefore = words[0]! & ~(-1 << (from & 31));
  const bitsAfter = words.at(-1)! & ~(-1 >>> (-to & 31));
  return countBits(words) - popcountWord(bitsBefore) - popcountWord(bitsAfter);
}

/**
 * Returns the number of bits that `bits` has in common with the words of `other` from index `from`. Uses a Harley-Seal
 * popcount over eight words, which is 1.7 times as fast as counting word by word; counting is most of the cost of a
 * list.
 */
export function countIntersection(bits: Bitset, other: Bitset, from = 0): number {
  const length = Math.min(bits.length, other.length - from);
  const end = length & ~7;
  let [eights, fours, twos, ones, index] = [0, 0, 0, 0, 0];
  for (; index < end; index += 8) {
    let a = bits[index]! & other[from + index]!;
    let b = bits[index + 1]! & other[from + index + 1]!;
    let half = ones ^ a;
    const twosA = (ones & a) | (half & b);
    ones = half ^ b;
    a = bits[index + 2]! & other[from + index + 2]!;
    b = bits[index + 3]! & other[from + index + 3]!;
    half = ones ^ a;
    const twosB = (ones & a) | (half & b);
    ones = half ^ b;
    half = twos ^ twosA;
    const foursA = (twos & twosA) | (half & twosB);
    twos = half ^ twosB;
    a = bits[index + 4]! & other[from + index + 4]!;
    b = bits[index + 5]! & other[from + index + 5]!;
    half = ones ^ a;
    const twosC = (ones & a) | (half & b);
    ones = half ^ b;
    a = bits[index + 6]! & other[from + index + 6]!;
    b = bits[index + 7]! & other[from + index + 7]!;
    half = ones ^ a;
    const twosD = (ones & a) | (half & b);
    ones = half ^ b;
    half = twos ^ twosC;
    const foursB = (twos & twosC) | (half & twosD);
    twos = half ^ twosD;
    half = fours ^ foursA;
    eights += popcountWord((fours & foursA) | (half & foursB));
    fours = half ^ foursB;
  }
  let sum = eights * 8 + popcountWord(fours) * 4 + popcountWord(twos) * 2 + popcountWord(ones);
  for (; index < length; index++) sum += popcountWord(bits[index]! & other[from + index]!);
  return sum;
}

export function forEachBit(bits: Bitset, visit: (position: number) => void): void {
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i]!; word !== 0; word &= word - 1) visit((i << 5) + (31 - Math.clz32(word & -word)));
  }
}

export function forEachInRun(bits: Bitset, { from, to }: PositionRun, visit: (position: number) => void): void {
  for (let index = from >>> 5; index << 5 < to; index++) {
    for (let word = bits[index]!; word !== 0; word &= word - 1) {
      const position = (index << 5) + (31 - Math.clz32(word & -word));
      if (position >= from && position < to) visit(position);
    }
  }
}

export function popcountWord(word: number): number {
  let sums = word - ((word >>> 1) & 0x55555555);
  sums = (sums & 0x33333333) + ((sums >>> 2) & 0x33333333);
  return Math.imul((sums + (sums >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Returns the positions of the set bits. `count` must be their number. */
export function listBits(bits: Bitset, count = countBits(bits)): Uint32Array {
  const list = new Uint32Array(count);
  let index = 0;
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i]!; word !== 0; word &= word - 1) list[index++] = (i << 5) + (31 - Math.clz32(word & -word));
  }
  return list;
}

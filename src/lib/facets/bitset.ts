export type Bitset = Uint32Array;

export function emptyBitset(size: number): Bitset {
  return new Uint32Array((size + 31) >>> 5);
}

export function fullBitset(size: number): Bitset {
  const bits = emptyBitset(size).fill(0xffffffff);
  const rest = size & 31;
  if (rest !== 0) bits[bits.length - 1] = (1 << rest) - 1;
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

export function keepCommon(bits: Bitset, other: Bitset): void {
  for (let i = 0; i < bits.length; i++) bits[i]! &= other[i]!;
}

export function countBits(bits: Bitset): number {
  let sum = 0;
  for (let i = 0; i < bits.length; i++) sum += ones(bits[i]!);
  return sum;
}

export function countCommon(bits: Bitset, other: Bitset): number {
  let sum = 0;
  for (let i = 0; i < bits.length; i++) sum += ones(bits[i]! & other[i]!);
  return sum;
}

export function forEachBit(bits: Bitset, visit: (position: number) => void): void {
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i]!; word !== 0; word &= word - 1) visit((i << 5) + (31 - Math.clz32(word & -word)));
  }
}

function ones(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function listBits(bits: Bitset): Uint32Array {
  const list = new Uint32Array(countBits(bits));
  let at = 0;
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i]!; word !== 0; word &= word - 1) list[at++] = (i << 5) + (31 - Math.clz32(word & -word));
  }
  return list;
}

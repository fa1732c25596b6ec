/**
 * Returns the number of bits that are set in both bitsets, given their addresses and their length in bytes, which is a
 * multiple of 64.
 */
export type Popcount = (address: number, otherAddress: number, byteLength: number) => number;

/** The number of bytes of each set that one iteration reads. */
export const STEP_BYTES = 64;
const VECTOR_BYTES = 16;

const [SET, OTHER, BYTES, OFFSET, SUM] = [0, 1, 2, 3, 4];
const [I32, V128, FUNC, NO_BLOCK_TYPE] = [0x7f, 0x7b, 0x60, 0x40];
const localGet = (local: number) => [0x20, local];
const localSet = (local: number) => [0x21, local];
const i32Const = (value: number) => [0x41, ...encodeSigned(value)];
const i32Add = [0x6a];
const i32LessThan = [0x49];
const branchIf = (depth: number) => [0x0d, depth];
const loop = (...body: number[][]) => [0x03, NO_BLOCK_TYPE, ...body.flat(), 0x0b];
const vector = (operation: number, ...operands: number[]) => [0xfd, ...encodeUnsigned(operation), ...operands];
const loadVector = (offset: number) => vector(0, 4, ...encodeUnsigned(offset));
const andVectors = vector(0x4e);
const popcountBytes = vector(0x62);
const addBytes = vector(0x6e);
const addBytePairs = vector(0x7d);
const addShortPairs = vector(0x7f);
const addWords = vector(0xae);
const extractWord = (lane: number) => vector(0x1b, lane);

/** Processes four 128-bit vectors per iteration. Their one bits are summed by byte, then by word. */
const body = [
  loop(
    ...[0, 1, 2, 3].flatMap((vectorIndex) => [
      ...[SET, OTHER].flatMap((set) => [
        localGet(set!),
        localGet(OFFSET!),
        i32Add,
        loadVector(vectorIndex * VECTOR_BYTES),
      ]),
      andVectors,
      popcountBytes,
      vectorIndex > 0 ? addBytes : [],
    ]),
    [...addBytePairs, ...addShortPairs, ...localGet(SUM!), ...addWords, ...localSet(SUM!)],
    [...localGet(OFFSET!), ...i32Const(STEP_BYTES), ...i32Add, ...localSet(OFFSET!)],
    [...localGet(OFFSET!), ...localGet(BYTES!), ...i32LessThan, ...branchIf(0)],
  ),
  ...[0, 1, 2, 3].flatMap((lane) => [...localGet(SUM!), ...extractWord(lane), ...(lane > 0 ? i32Add : [])]),
].flat();

const LOCALS = encodeList([
  [1, I32!],
  [1, V128!],
]);
const MODULE_BYTES = Uint8Array.from([
  ...[...ascii('\0asm'), 1, 0, 0, 0],
  ...encodeSection(1, [FUNC!, ...encodeList([[I32!], [I32!], [I32!]]), ...encodeList([[I32!]])]),
  ...encodeSection(2, [...encodeName('sets'), ...encodeName('memory'), 2, 0, 0]),
  ...encodeSection(3, [0]),
  ...encodeSection(7, [...encodeName('popcount'), 0, 0]),
  ...encodeSection(10, withLength([...LOCALS, ...body, 0x0b])),
]);
let compiledModule: WebAssembly.Module | undefined;

/** Returns a function that counts bits in `memory`. Throws a CompileError on processors without SIMD. */
export function createPopcount(memory: WebAssembly.Memory): Popcount {
  compiledModule ??= new WebAssembly.Module(MODULE_BYTES);
  return new WebAssembly.Instance(compiledModule, { sets: { memory } }).exports.popcount as Popcount;
}

function encodeSection(kind: number, content: number[]): number[] {
  return [kind, ...withLength([1, ...content])];
}

function encodeList(items: number[][]): number[] {
  return [...encodeUnsigned(items.length), ...items.flat()];
}

function encodeName(name: string): number[] {
  return withLength(ascii(name));
}

function withLength(content: number[]): number[] {
  return [...encodeUnsigned(content.length), ...content];
}

function ascii(text: string): number[] {
  return [...text].map((character) => character.charCodeAt(0));
}

function encodeUnsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...encodeUnsigned(value >>> 7)];
}

function encodeSigned(value: number): number[] {
  return value < 64 ? [value] : [(value & 127) | 128, ...encodeSigned(value >> 7)];
}

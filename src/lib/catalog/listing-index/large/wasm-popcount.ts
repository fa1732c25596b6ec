/** Takes the addresses of two sets and their length in bytes, a multiple of 64; returns the number of common bits. */
export type Popcount = (set: number, other: number, bytes: number) => number;

/** The number of bytes of each set that one iteration reads. */
export const STEP_BYTES = 64;
const VECTOR_BYTES = 16;

const [SET, OTHER, BYTES, AT, SUM] = [0, 1, 2, 3, 4];
const [I32, V128, FUNC, NO_BLOCK_TYPE] = [0x7f, 0x7b, 0x60, 0x40];
const localGet = (local: number) => [0x20, local];
const localSet = (local: number) => [0x21, local];
const i32Const = (value: number) => [0x41, ...signed(value)];
const i32Add = [0x6a];
const i32LessThan = [0x49];
const branchIf = (depth: number) => [0x0d, depth];
const loop = (...body: number[][]) => [0x03, NO_BLOCK_TYPE, ...body.flat(), 0x0b];
const vector = (operation: number, ...more: number[]) => [0xfd, ...unsigned(operation), ...more];
const loadVector = (offset: number) => vector(0, 4, ...unsigned(offset));
const bothVectors = vector(0x4e);
const popcountBytes = vector(0x62);
const addBytes = vector(0x6e);
const pairsOfBytes = vector(0x7d);
const pairsOfShorts = vector(0x7f);
const addWords = vector(0xae);
const wordOf = (lane: number) => vector(0x1b, lane);

/** Four 128-bit vectors per iteration. Their one bits are summed by byte, then by word. */
const body = [
  loop(
    ...[0, 1, 2, 3].flatMap((at) => [
      ...[SET, OTHER].flatMap((set) => [localGet(set!), localGet(AT!), i32Add, loadVector(at * VECTOR_BYTES)]),
      bothVectors,
      popcountBytes,
      at > 0 ? addBytes : [],
    ]),
    [...pairsOfBytes, ...pairsOfShorts, ...localGet(SUM!), ...addWords, ...localSet(SUM!)],
    [...localGet(AT!), ...i32Const(STEP_BYTES), ...i32Add, ...localSet(AT!)],
    [...localGet(AT!), ...localGet(BYTES!), ...i32LessThan, ...branchIf(0)],
  ),
  ...[0, 1, 2, 3].flatMap((lane) => [...localGet(SUM!), ...wordOf(lane), ...(lane > 0 ? i32Add : [])]),
].flat();

const LOCALS = list([
  [1, I32!],
  [1, V128!],
]);
const MODULE_BYTES = Uint8Array.from([
  ...[...ascii('\0asm'), 1, 0, 0, 0],
  ...section(1, [FUNC!, ...list([[I32!], [I32!], [I32!]]), ...list([[I32!]])]),
  ...section(2, [...named('sets'), ...named('memory'), 2, 0, 0]),
  ...section(3, [0]),
  ...section(7, [...named('popcount'), 0, 0]),
  ...section(10, sized([...LOCALS, ...body, 0x0b])),
]);
let compiled: WebAssembly.Module | undefined;

/** Throws a CompileError on processors without SIMD. */
export function createPopcount(memory: WebAssembly.Memory): Popcount {
  compiled ??= new WebAssembly.Module(MODULE_BYTES);
  return new WebAssembly.Instance(compiled, { sets: { memory } }).exports.popcount as Popcount;
}

function section(kind: number, content: number[]): number[] {
  return [kind, ...sized([1, ...content])];
}

function list(items: number[][]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

function named(name: string): number[] {
  return sized(ascii(name));
}

function sized(content: number[]): number[] {
  return [...unsigned(content.length), ...content];
}

function ascii(text: string): number[] {
  return [...text].map((letter) => letter.charCodeAt(0));
}

function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  return value < 64 ? [value] : [(value & 127) | 128, ...signed(value >> 7)];
}

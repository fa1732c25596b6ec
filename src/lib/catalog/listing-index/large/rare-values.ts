import { BLOCK_BITS, type BlockPart, blockCount } from '#lib/catalog/listing-index/large/price-blocks.ts';
import type { ListColumn } from '#lib/catalog/listing-index/positions/product-values.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';

const STEP_SIZE = 4_096;

/**
 * The rare values of each product, usually only its brand. Counting the values in a column is faster than intersecting
 * many lists.
 */
export class RareValues {
  readonly #firstValues: Uint16Array | Uint32Array;
  /** The second and further rare values of products, as alternating positions and ids. */
  readonly #otherValues: Uint32Array;
  /** The index in `#otherValues` of the first entry of each block, followed by the end of the last block. */
  readonly #otherStarts: Uint32Array;

  private constructor(firstValues: Uint16Array | Uint32Array, otherValues: number[]) {
    this.#firstValues = firstValues;
    this.#otherValues = Uint32Array.from(otherValues);
    this.#otherStarts = new Uint32Array(blockCount(firstValues.length) + 1);
    for (let index = 0; index < otherValues.length; index += 2)
      this.#otherStarts[(otherValues[index]! >>> BLOCK_BITS) + 1] = index + 2;
    for (let block = 1; block < this.#otherStarts.length; block++)
      this.#otherStarts[block] ||= this.#otherStarts[block - 1]!;
  }

  /** Returns undefined if no product has a rare value. `isRare` contains an entry for each value id. */
  static *build({ starts, values }: ListColumn, isRare: readonly boolean[]): Steps<RareValues | undefined> {
    const size = starts.length - 1;
    const firstValues = isRare.length <= 0x10000 ? new Uint16Array(size) : new Uint32Array(size);
    const otherValues: number[] = [];
    let hasRareValues = false;
    for (let position = 0; position < size; position++) {
      for (let index = starts[position]!; index < starts[position + 1]!; index++) {
        const id = values[index]!;
        if (!isRare[id]) continue;
        hasRareValues = true;
        if (firstValues[position] === 0) firstValues[position] = id;
        else otherValues.push(position, id);
      }
      if (position % STEP_SIZE === 0) yield;
    }
    return hasRareValues ? new RareValues(firstValues, otherValues) : undefined;
  }

  /** For each rare value, adds the number of products in the part that have the value to `counts`. */
  add(part: BlockPart, counts: Uint32Array): void {
    const firstValues = this.#firstValues;
    // Products without a rare value are counted for id 0, which is not the id of a value.
    part.visit((position) => {
      counts[firstValues[position]!]!++;
    });
    const [otherValues, starts] = [this.#otherValues, this.#otherStarts];
    for (let index = starts[part.block]!; index < starts[part.block + 1]!; index += 2)
      if (part.has(otherValues[index]!)) counts[otherValues[index + 1]!]!++;
  }
}

import { BLOCK_BITS, type BlockPart, blockCount } from '#lib/catalog/listing-index/large/price-blocks.ts';
import type { ListColumn } from '#lib/catalog/listing-index/positions/list-column.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';

const STEP_SIZE = 4_096;

/**
 * The rare values of each product, usually only its brand. Counting them in a column is faster than intersecting many
 * lists.
 */
export class RareValues {
  readonly #first: Uint16Array | Uint32Array;
  /** Further rare values of products: position and id, alternating. */
  readonly #more: Uint32Array;
  readonly #moreStarts: Uint32Array;

  private constructor(first: Uint16Array | Uint32Array, more: number[]) {
    this.#first = first;
    this.#more = Uint32Array.from(more);
    this.#moreStarts = new Uint32Array(blockCount(first.length) + 1);
    for (let at = 0; at < more.length; at += 2) this.#moreStarts[(more[at]! >>> BLOCK_BITS) + 1] = at + 2;
    for (let block = 1; block < this.#moreStarts.length; block++)
      this.#moreStarts[block] ||= this.#moreStarts[block - 1]!;
  }

  /** `isRare` has an entry for each value id. Undefined if no product has a rare value. */
  static *build({ starts, values }: ListColumn, isRare: readonly boolean[]): Steps<RareValues | undefined> {
    const size = starts.length - 1;
    const first = isRare.length <= 0x10000 ? new Uint16Array(size) : new Uint32Array(size);
    const more: number[] = [];
    let hasRare = false;
    for (let position = 0; position < size; position++) {
      for (let at = starts[position]!; at < starts[position + 1]!; at++) {
        const id = values[at]!;
        if (!isRare[id]) continue;
        hasRare = true;
        if (first[position] === 0) first[position] = id;
        else more.push(position, id);
      }
      if (position % STEP_SIZE === 0) yield;
    }
    return hasRare ? new RareValues(first, more) : undefined;
  }

  /** Adds the number of products in the part that have each rare value to `counts`. */
  add(part: BlockPart, counts: Uint32Array): void {
    const first = this.#first;
    part.visit((position) => {
      counts[first[position]!]!++;
    });
    const [more, starts] = [this.#more, this.#moreStarts];
    for (let at = starts[part.block]!; at < starts[part.block + 1]!; at += 2)
      if (part.has(more[at]!)) counts[more[at + 1]!]!++;
  }
}

import type { OrderedPart } from '#lib/catalog/listing-index/ordered-part.ts';
import { isIn } from '#lib/catalog/listing-index/segment/matched-range.ts';
import { ORDER_BLOCK_BITS } from '#lib/catalog/listing-index/segment/order-blocks.ts';

/** Where each part goes on after `offset` matches of all. Blocks are counted once, so deep pages cost no more. */
export function deepPlaces(parts: readonly OrderedPart[], offset: number): number[] {
  for (const part of parts) {
    const places = placesAt(parts, part, offset);
    if (places) return places;
  }
  return parts.map(({ order }) => order.length);
}

/** Undefined unless the product at `offset` is in `holder`. */
function placesAt(parts: readonly OrderedPart[], holder: OrderedPart, offset: number): number[] | undefined {
  let [low, high] = [0, holder.order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (matchesBeforeAll(parts, placesBeside(parts, holder, middle)) <= offset) low = middle + 1;
    else high = middle;
  }
  // The last before which no more lie is the one that matches itself.
  if (low === 0) return undefined;
  const places = placesBeside(parts, holder, low - 1);
  const isHeld = isIn(holder, holder.order[low - 1]!);
  return isHeld && matchesBeforeAll(parts, places) === offset ? places : undefined;
}

function placesBeside(parts: readonly OrderedPart[], holder: OrderedPart, place: number): number[] {
  const { order, segment, sort } = holder;
  const position = order[place]!;
  const [key, id] = [segment.key(sort, position), segment.columns.ids[position]!];
  return parts.map((part) => (part === holder ? place : placeOf(part, key, id)));
}

function matchesBeforeAll(parts: readonly OrderedPart[], places: readonly number[]): number {
  return parts.reduce((sum, part, at) => sum + matchesBefore(part, places[at]!), 0);
}

function placeOf({ order, segment, sort }: OrderedPart, key: number, id: number): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const position = order[middle]!;
    const own = segment.key(sort, position);
    if (own < key || (own === key && segment.columns.ids[position]! > id)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function matchesBefore(part: OrderedPart, place: number): number {
  const { order, count } = part;
  if (order.length === count) return place;
  let sum = part.before?.[place >>> ORDER_BLOCK_BITS] ?? 0;
  for (let at = (place >>> ORDER_BLOCK_BITS) << ORDER_BLOCK_BITS; at < place; at++) if (isIn(part, order[at]!)) sum++;
  return sum;
}

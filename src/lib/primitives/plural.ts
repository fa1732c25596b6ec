import { formatCount } from '#lib/primitives/number-format.ts';

/** The form of a noun for a number: `order` for 1, `orders` for all others. */
export function plural(count: number, one: string, other = `${one}s`): string {
  return count === 1 ? one : other;
}

/** A number with its noun: `1 order`, `1,200 orders`. */
export function countText(count: number, one: string, other?: string): string {
  return `${formatCount(count)} ${plural(count, one, other)}`;
}

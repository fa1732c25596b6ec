/** The form of a word for a number: `order` for 1, `orders` for all others. */
export function plural(n: number, one: string, other = `${one}s`): string {
  return n === 1 ? one : other;
}

/** A number with its noun: `1 order`, `1,200 orders`. */
export function countText(n: number, one: string, other?: string): string {
  return `${n.toLocaleString('en-IN')} ${plural(n, one, other)}`;
}

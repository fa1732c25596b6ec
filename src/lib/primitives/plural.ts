/** The form of a word for a number: `order` for 1, `orders` for all others. */
export function plural(n: number, one: string, other = `${one}s`): string {
  return n === 1 ? one : other;
}

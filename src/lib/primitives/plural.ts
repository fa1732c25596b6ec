import { formatCount } from '#lib/primitives/number-format.ts';

/** Returns the form of a noun for a number: `order` for 1, and `orders` for all other numbers. */
export function plural(count: number, singular: string, pluralForm = `${singular}s`): string {
  return count === 1 ? singular : pluralForm;
}

/** Returns a number with its noun: `1 order`, `1,200 orders`. */
export function countText(count: number, singular: string, pluralForm?: string): string {
  return `${formatCount(count)} ${plural(count, singular, pluralForm)}`;
}

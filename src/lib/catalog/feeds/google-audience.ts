import { isInMonths } from '#lib/primitives/age-unit.ts';

/**
 * Returns the audience of a category such as "Women Kurtas", or undefined if it is unknown. `age` is the value of an age
 * option, such as "6-12 months". The age groups and genders are Google's (support.google.com/merchants/answer/6324463
 * and 6324479).
 */
export function googleAudienceOf(category: string, age: string | undefined) {
  const mentions = (...words: string[]) => new RegExp(`\\b(${words.join('|')})\\b`, 'i').test(category);
  if (mentions('girls?')) return { ageGroup: ageGroupOf(age), gender: 'female' };
  if (mentions('boys?')) return { ageGroup: ageGroupOf(age), gender: 'male' };
  if (mentions('children', 'kids', 'baby', 'babies') || age) return { ageGroup: ageGroupOf(age), gender: 'unisex' };
  if (mentions('women', 'ladies')) return { ageGroup: 'adult', gender: 'female' };
  return mentions('men', 'gents') ? { ageGroup: 'adult', gender: 'male' } : undefined;
}

/** Returns the age group for the first number in `age`, or `kids` if `age` contains no number. */
function ageGroupOf(age = ''): 'newborn' | 'infant' | 'toddler' | 'kids' {
  const [number] = /\d+/.exec(age) ?? [];
  const months = Number(number) * (isInMonths(age) ? 1 : 12);
  if (months < 3) return 'newborn';
  if (months < 12) return 'infant';
  return months < 5 * 12 ? 'toddler' : 'kids';
}

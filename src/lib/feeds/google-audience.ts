/** For whom clothes are made, in Google's words (support.google.com/merchants/answer/6324463 and 6324479). */
interface Wearer {
  ageGroup: 'newborn' | 'infant' | 'toddler' | 'kids' | 'adult';
  gender: 'female' | 'male' | 'unisex';
}

/** The googleAudience by the names of a category and of those above it, and the age on the label; goods that nobody wears have none. */
export function googleAudienceOf(category: string, age: string | undefined): Wearer | undefined {
  const named = (...words: string[]) => new RegExp(`\\b(${words.join('|')})\\b`, 'i').test(category);
  if (named('girls?')) return { ageGroup: ageGroupOf(age), gender: 'female' };
  if (named('boys?')) return { ageGroup: ageGroupOf(age), gender: 'male' };
  if (named('children', 'kids', 'baby', 'babies') || age) return { ageGroup: ageGroupOf(age), gender: 'unisex' };
  if (named('women', 'ladies')) return { ageGroup: 'adult', gender: 'female' };
  return named('men', 'gents') ? { ageGroup: 'adult', gender: 'male' } : undefined;
}

/** '3-6 months' and '2-3 years' begin with the age from which they fit. */
function ageGroupOf(age = ''): Wearer['ageGroup'] {
  const [from] = /\d+/.exec(age) ?? [];
  const [unit] = /month|year/i.exec(age) ?? [];
  const months = Number(from) * (unit?.toLowerCase() === 'year' ? 12 : 1);
  if (months < 3) return 'newborn';
  if (months < 12) return 'infant';
  return months < 5 * 12 ? 'toddler' : 'kids';
}

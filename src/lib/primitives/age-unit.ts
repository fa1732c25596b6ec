/**
 * Returns whether an age such as "6-12 months", "3 mths" or "6-12M" is in months. An age without such a unit is in
 * years.
 */
export function isInMonths(age: string): boolean {
  return /\d\s*(?:m|mos?|mths?|months?)\b/i.test(age);
}

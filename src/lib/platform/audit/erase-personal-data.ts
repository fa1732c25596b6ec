export const ERASED = '(erased)';
/** Fields that contain a customer's data in the entries about the customer's records. */
const PERSONAL_FIELD =
  /^(name|customer|buyer|mobile|phone|email|house|street|landmark|city|pincode|address|address_json|note|internal_note|customer_note)$/;
/** Shorter values, such as a house number, also occur in unrelated texts, so they are not searched for. */
const MIN_SEARCHED_CHARACTERS = 4;

/**
 * Returns the JSON of an entry with `ERASED` in place of the values of personal fields, and of texts that contain one
 * of `personalValues`.
 */
export function withoutPersonalData(json: string | null, personalValues: readonly string[]): string | null {
  if (json === null) return null;
  const searchedValues = personalValues
    .filter(({ length }) => length >= MIN_SEARCHED_CHARACTERS)
    .map((value) => value.toLowerCase());
  const containsValue = (text: string) => searchedValues.some((value) => text.toLowerCase().includes(value));
  return JSON.stringify(
    JSON.parse(json, (name, value) => {
      if (value === null || value === '') return value;
      return PERSONAL_FIELD.test(name) || (typeof value === 'string' && containsValue(value)) ? ERASED : value;
    }),
  );
}

export const MAX_OPTIONS = 3;
/** The maximum number of variants in a form, because a form has at most 100 fields with the same name. */
export const MAX_FORM_VARIANTS = 100;

/** An option such as the size, with its values in the seller's order. */
export interface OptionInput {
  name: string;
  values: readonly string[];
}

/** The values of a variant, by option name. */
export type OptionValues = Record<string, string>;

/**
 * Parses values that are separated by commas, such as "S, M, L", or by line breaks. Returns them without duplicates.
 */
export function parseValues(input: string): string[] {
  return [...new Set(input.split(/[,\n]/).flatMap((value) => value.trim().replaceAll(/\s+/g, ' ') || []))];
}

/** Returns all combinations of one value per option. If there are no options, returns a single empty combination. */
export function combinations(options: readonly OptionInput[]): OptionValues[] {
  return options.reduce<OptionValues[]>(
    (prefixes, { name, values }) => prefixes.flatMap((prefix) => values.map((value) => ({ ...prefix, [name]: value }))),
    [{}],
  );
}

/**
 * Returns the combinations of the existing and added values that have at least one added value. The keys of
 * `addedValues` are the names of the options.
 */
export function addedCombinations(
  options: readonly OptionInput[],
  addedValues: ReadonlyMap<string, readonly string[]>,
): OptionValues[] {
  const isNew = (name: string, value = '') => addedValues.get(name)?.includes(value) === true;
  const extendedOptions = options.map(({ name, values }) => ({
    name,
    values: [...new Set([...values, ...(addedValues.get(name) ?? [])])],
  }));
  return combinations(extendedOptions).filter((values) => options.some(({ name }) => isNew(name, values[name])));
}

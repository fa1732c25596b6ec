export const MAX_OPTIONS = 3;
/** A form has at most 100 fields with the same name. */
export const MAX_FORM_VARIANTS = 100;

/** An option such as the size, with its values in the seller's order. */
export interface OptionInput {
  name: string;
  values: readonly string[];
}

export type Values = Record<string, string>;

/** Parses "S, M, L", or one value per line; removes duplicates. */
export function parseValues(input: string): string[] {
  return [...new Set(input.split(/[,\n]/).flatMap((value) => value.trim().replaceAll(/\s+/g, ' ') || []))];
}

/** All combinations of one value per option. Without options, a single empty combination. */
export function combinations(options: readonly OptionInput[]): Values[] {
  return options.reduce<Values[]>(
    (all, { name, values }) => all.flatMap((combination) => values.map((value) => ({ ...combination, [name]: value }))),
    [{}],
  );
}

/** The combinations with at least one added value. */
export function addedCombinations(
  options: readonly OptionInput[],
  added: ReadonlyMap<string, readonly string[]>,
): Values[] {
  const isNew = (name: string, value = '') => added.get(name)?.includes(value) === true;
  const extended = options.map(({ name, values }) => ({
    name,
    values: [...new Set([...values, ...(added.get(name) ?? [])])],
  }));
  return combinations(extended).filter((values) => options.some(({ name }) => isNew(name, values[name])));
}

export const MAX_OPTIONS = 3;
/** A form has at most 100 fields of one name. */
export const MAX_VARIANTS = 100;

/** An option such as the size, with its values in the order of the seller. */
export interface TypedOption {
  name: string;
  values: readonly string[];
}

export type Values = Record<string, string>;

/** "S, M, L" or one on each line, without repetitions. */
export function typedValues(typed: string): string[] {
  return [...new Set(typed.split(/[,\n]/).flatMap((value) => value.trim().replaceAll(/\s+/g, ' ') || []))];
}

/** Each combination of a value of every option; one without values if there are no options. */
export function combinations(options: readonly TypedOption[]): Values[] {
  return options.reduce<Values[]>(
    (all, { name, values }) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}

/**
 * The combinations that new values add. Combinations of the old values that the product doesn't have stay away.
 */
export function addedCombinations(
  options: readonly TypedOption[],
  added: ReadonlyMap<string, readonly string[]>,
): Values[] {
  const isNew = (name: string, value = '') => added.get(name)?.includes(value) === true;
  const grown = options.map(({ name, values }) => ({
    name,
    values: [...new Set([...values, ...(added.get(name) ?? [])])],
  }));
  return combinations(grown).filter((one) => options.some(({ name }) => isNew(name, one[name])));
}

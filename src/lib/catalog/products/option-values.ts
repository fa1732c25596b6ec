/** Returns the value of an option. Reads only own keys: an owner may name an option `constructor` or `__proto__`. */
export function optionValue(values: Readonly<Record<string, string>> | undefined, option: string): string | undefined {
  return values !== undefined && Object.hasOwn(values, option) ? values[option] : undefined;
}

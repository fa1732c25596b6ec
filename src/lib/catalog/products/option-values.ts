/**
 * Returns the value of an option; undefined if there is none. Inherited properties are ignored, because an owner may
 * name an option `constructor` or `__proto__`.
 */
export function optionValue(values: Readonly<Record<string, string>> | undefined, option: string): string | undefined {
  return values !== undefined && Object.hasOwn(values, option) ? values[option] : undefined;
}

/**
 * The value that a variant has for an option. Owners name options as they like, and `constructor` or `__proto__` is on every
 * object without being anybody's value.
 */
export function optionValue(values: Readonly<Record<string, string>> | undefined, option: string): string | undefined {
  return values !== undefined && Object.hasOwn(values, option) ? values[option] : undefined;
}

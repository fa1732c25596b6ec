type Complete<T> = { [K in keyof T]-?: NonNullable<T[K]> };

/** Returns settings that work only together, or undefined if one of them is not set. */
export function ifAllSet<T extends object>(values: T): Complete<T> | undefined {
  return Object.values(values).includes(undefined) ? undefined : (values as Complete<T>);
}

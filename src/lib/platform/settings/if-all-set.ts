type Complete<T> = { [K in keyof T]-?: NonNullable<T[K]> };

/** For settings that work only together: undefined unless all are set. */
export function ifAllSet<T extends object>(values: T): Complete<T> | undefined {
  return Object.values(values).includes(undefined) ? undefined : (values as Complete<T>);
}

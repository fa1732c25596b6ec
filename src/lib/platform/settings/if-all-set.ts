type Complete<T> = { [K in keyof T]-?: NonNullable<T[K]> };

/** Returns settings that work only together, or undefined if one of them is not set. */
export function ifAllSet<T extends object>(settings: T): Complete<T> | undefined {
  return Object.values(settings).includes(undefined) ? undefined : (settings as Complete<T>);
}

/**
 * Returns whether an error has this name. Does not use `instanceof`, because threads, and pages in development, have
 * their own copies of a class.
 */
export function isNamed(error: unknown, name: string): error is Error {
  return error instanceof Error && error.name === name;
}

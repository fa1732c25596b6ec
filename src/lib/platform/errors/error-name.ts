/**
 * Compares names instead of using `instanceof`, because the server's entry and the bundled pages have different copies of
 * a class.
 */
export function isNamed(error: unknown, name: string): error is Error {
  return error instanceof Error && error.name === name;
}

/** Returns the code of a system, database or library error, such as `ENOENT`, or an empty string. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

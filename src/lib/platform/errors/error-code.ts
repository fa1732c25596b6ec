/** The code of an error of the system, a database or a library, such as `ENOENT`; empty without a code. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

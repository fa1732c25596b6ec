/** What the system, a database or a library calls an error, such as `ENOENT`; empty for one that has no code. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** For `catch`: `undefined` in place of a file or folder that is not there; every other fault of the disk is thrown. */
export function unlessMissing(error: unknown): undefined {
  const isMissing = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
  if (!isMissing) throw error;
  return undefined;
}

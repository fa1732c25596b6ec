export function unlessMissing(error: unknown): undefined {
  const isMissing = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
  if (!isMissing) throw error;
  return undefined;
}

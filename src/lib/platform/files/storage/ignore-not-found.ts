import { codeOf } from '#lib/platform/errors/error-code.ts';

const NOT_FOUND_CODES = new Set(['ENOENT', 'ENOTDIR']);

/** Returns undefined if a file or folder is missing, and throws any other error. For use in `catch`. */
export function ignoreNotFound(error: unknown): undefined {
  if (!NOT_FOUND_CODES.has(codeOf(error))) throw error;
  return undefined;
}

import { codeOf } from '#lib/platform/errors/error-code.ts';

const MISSING = new Set(['ENOENT', 'ENOTDIR']);

/** For `catch`: undefined if a file or folder is missing; throws any other error. */
export function ignoreNotFound(error: unknown): undefined {
  if (!MISSING.has(codeOf(error))) throw error;
  return undefined;
}

import { codeOf } from '#lib/platform/errors/error-code.ts';

const MISSING = new Set(['ENOENT', 'ENOTDIR']);

export function ignoreNotFound(error: unknown): undefined {
  if (!MISSING.has(codeOf(error))) throw error;
  return undefined;
}

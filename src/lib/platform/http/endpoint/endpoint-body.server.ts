import type { APIContext } from 'astro';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import {
  isFileError,
  TEXT_TOO_LONG,
  type Upload,
  type UploadedFile,
  type UploadRules,
} from '#lib/platform/files/storage/upload.ts';
import { readUpload } from '#lib/platform/http/endpoint/read-upload.server.ts';
import { readFields } from '#lib/platform/http/endpoint/request-body.server.ts';

export interface Body {
  fields: Record<string, unknown>;
  files: UploadedFile[];
  discard?: Upload['discard'];
  markStored?(): void;
}

/**
 * Reads the fields and files of the body, or the query parameters of a GET. Throws the errors of `readFields` and
 * `readUpload`.
 */
export async function readBody(
  context: APIContext,
  needsFields: boolean,
  rules: UploadRules | undefined,
  uploader?: string,
): Promise<Body> {
  const { request, url } = context;
  // The parser of uploads would take quadratic time for the fields of a URL-encoded form.
  if (rules && !isUrlEncoded(request)) return readUpload(context, rules, uploader);
  if (!needsFields && !rules) return { fields: {}, files: [] };
  const isGetOrHead = request.method === 'GET' || request.method === 'HEAD';
  return { fields: isGetOrHead ? Object.fromEntries(url.searchParams) : await readFields(request), files: [] };
}

export function isUrlEncoded(request: Request): boolean {
  return (request.headers.get('content-type') ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded');
}

const FILE_ERROR_CODES = new Set(['invalid', 'too_large', 'wrong_type']);

/**
 * Converts a FileError to a ShopError. If the refusal is about a file, its message is also the error of the form's
 * file field. Returns other errors unchanged.
 */
export function asShopError(error: unknown, rules: UploadRules | undefined): unknown {
  if (!isFileError(error)) return error;
  const isAboutFile = FILE_ERROR_CODES.has(error.code) && error.message !== TEXT_TOO_LONG;
  const field = isAboutFile ? rules?.fileFields[0] : undefined;
  return new ShopError(error.code, error.message, field ? { [field]: error.message } : undefined);
}

import type { APIContext } from 'astro';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { uploadsDir } from '#lib/platform/files/storage/open-file-store.server.ts';
import { isFileError, TEXT_TOO_LONG, type UploadRules } from '#lib/platform/files/storage/upload.ts';
import { type Body, readUpload } from '#lib/platform/http/endpoint/read-upload.server.ts';
import { readFields } from '#lib/platform/http/endpoint/request-body.server.ts';

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

function isUrlEncoded(request: Request): boolean {
  return (request.headers.get('content-type') ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded');
}

/**
 * Reads the text fields of a form whose sender must log in first, so that the form can show them again after the login.
 * The fields are not validated, so nothing is revealed to a stranger, and files are not received. Returns undefined if
 * the form can't be read.
 */
export async function readTextFields(
  { request, locals }: APIContext,
  upload: UploadRules | undefined,
): Promise<Body['fields'] | undefined> {
  try {
    if (!upload || isUrlEncoded(request)) return await readFields(request);
    const { receiveUpload } = await import('#lib/platform/files/uploads/receive-upload.server.ts');
    const rules = { ...upload, maxFiles: 0 };
    const receivedForm = await receiveUpload(request, uploadsDir(locals.shop.settings.dataDir), rules);
    await receivedForm.discard();
    return receivedForm.fields;
  } catch (error) {
    // Reading stops at the first file; the fields before it are returned. After other errors, the visitor is sent to
    // the login without the fields.
    return isFileError(error) ? error.fields : undefined;
  }
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

import type { APIContext } from 'astro';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import {
  isUploadRefusal,
  TEXT_TOO_LONG,
  type Upload,
  type UploadedFile,
  type UploadRules,
} from '#lib/platform/files/upload.ts';
import { readUpload } from '#lib/platform/http/read-upload.server.ts';
import { readFields } from '#lib/platform/http/request-body.server.ts';

/** What a request brought, not yet checked against a schema. */
export interface Body {
  fields: Record<string, unknown>;
  files: UploadedFile[];
  discard?: Upload['discard'];
  /** Says that the files are kept, and count against what one may send. */
  markKept?(): void;
}

/** The query of a GET, the fields of a form or of JSON, or an upload; nothing when nothing is wanted. */
export async function readBody(
  context: APIContext,
  isWanted: boolean,
  rules: UploadRules | undefined,
  uploader?: string,
): Promise<Body> {
  const { request, url } = context;
  // A form without files may come as any other; the parser of uploads would take its fields apart in square time.
  if (rules && !isUrlEncoded(request)) return readUpload(context, rules, uploader);
  if (!isWanted && !rules) return { fields: {}, files: [] };
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return { fields: isRead ? Object.fromEntries(url.searchParams) : await readFields(request), files: [] };
}

function isUrlEncoded(request: Request): boolean {
  return (request.headers.get('content-type') ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded');
}

const ABOUT_FILES = new Set(['invalid', 'too_large', 'wrong_type']);

/** The kernel of files does not know the shop's errors, so its refusals are put into them here. */
export function asShopError(error: unknown, rules: UploadRules | undefined): unknown {
  if (!isUploadRefusal(error)) return error;
  const isOfFile = ABOUT_FILES.has(error.code) && error.message !== TEXT_TOO_LONG;
  const field = isOfFile ? rules?.fileFields[0] : undefined;
  return new ShopError(error.code, error.message, field ? { [field]: error.message } : undefined);
}

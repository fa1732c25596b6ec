import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { parse as parseRange } from 'range-parser';
import type { ByteRange, FileStore } from '#lib/platform/files/storage/file-store.ts';
import { FileError } from '#lib/platform/files/storage/upload.ts';
import { isNotModified } from '#lib/platform/http/encoding/conditional.server.ts';
import { sendStream } from '#lib/platform/http/pages/streamed-response.server.ts';

/**
 * The internal header with the key of the stored file to send as the body, and the range of bytes to send. The header
 * is never sent to the client.
 */
const FILE_HEADER = 'x-stored-file';
const MAX_RANGE_BYTES = 1024 * 1024;
/** The bit in range-parser's `code` for a malformed range. */
const MALFORMED_RANGE = 1;
/** The content security policy that prevents a customer's file from running as a page of the shop. */
const SANDBOX = "default-src 'none'; img-src 'self'; media-src 'self'; sandbox; frame-ancestors 'none'";

export interface StoredFile {
  key: string;
  /** The size of the file. Undefined if it is unknown; the file is then always sent whole. */
  bytes?: number;
  type: string;
  name: string;
  /** Whether browsers show the file. Only for pictures that the shop encoded; other files are downloaded. */
  isInline?: boolean;
}

/**
 * Returns a response for which the server sends the file: all of it, or the requested range. Returns a 304 if the
 * client has the file, and a 416 for a range that is not in the file. The caller must have checked that this visitor
 * may read the file.
 */
export function storedFileResponse(file: StoredFile, request: Request): Response {
  const etag = `"${file.key}"`;
  const headers = new Headers({
    'content-security-policy': SANDBOX,
    'cross-origin-resource-policy': 'same-origin',
    'accept-ranges': 'bytes',
    etag,
  });
  if (isNotModified(Object.fromEntries(request.headers), { etag })) return new Response(null, { status: 304, headers });
  headers.set('content-type', file.type);
  headers.set('content-disposition', contentDisposition(file.isInline ? 'inline' : 'attachment', file.name));
  if (file.bytes === undefined) {
    headers.set(FILE_HEADER, file.key);
    headers.delete('accept-ranges');
    return new Response(null, { headers });
  }
  const isUnchanged = [null, etag].includes(request.headers.get('if-range'));
  const range = isUnchanged ? requestedRange(request.headers.get('range') ?? '', file.bytes) : undefined;
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.bytes}` } });
  }
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
  if (range) headers.set('content-range', `bytes ${start}-${end}/${file.bytes}`);
  headers.set(FILE_HEADER, `${file.key} ${start} ${end}`);
  return new Response(null, { status: range ? 206 : 200, headers });
}

interface FilePart {
  key: string;
  range?: ByteRange;
}

/** Removes the internal header. Returns the stored file that must be sent, or undefined if the header was missing. */
export function takeStoredFile(headers: OutgoingHttpHeaders): FilePart | undefined {
  const [key, start, end] = String(headers[FILE_HEADER] ?? '').split(' ');
  delete headers[FILE_HEADER];
  if (!key) return undefined;
  return start === undefined ? { key } : { key, range: { start: Number(start), end: Number(end) } };
}

/**
 * Sends the response with the stored file as its body. Returns false, without sending anything, if the file is missing.
 * Throws a FileError with the code `busy` if the file can't be read to its end.
 */
export async function sendStoredFile(
  res: ServerResponse,
  { status, headers }: { status: number; headers: OutgoingHttpHeaders },
  { key, range }: FilePart,
  { files, isHead }: { files: FileStore; isHead: boolean },
): Promise<boolean> {
  const bytes = range && range.end - range.start + 1;
  const body = isHead || bytes === 0 ? undefined : await files.read(key, range);
  if (!body && !isHead && bytes !== 0) return false;
  const sentHeaders = bytes === undefined ? headers : { ...headers, 'content-length': bytes };
  if (body)
    await sendStream(res, { status, headers: sentHeaders }, body).catch((cause: unknown) => {
      throw new FileError('busy', 'The file could not be read to its end.', { cause });
    });
  else res.writeHead(status, sentHeaders).end();
  return true;
}

/**
 * Returns the requested range, shortened to 1 MB, or `unsatisfiable` if it is not in the file. Returns undefined, so
 * that the whole file is sent, if the header is missing or malformed or requests several ranges.
 */
function requestedRange(header: string, bytes: number): ByteRange | 'unsatisfiable' | undefined {
  const { code, type, ranges } = parseRange(bytes, header);
  const [range] = ranges;
  if (type !== 'bytes' || (code & MALFORMED_RANGE) > 0 || ranges.length > 1) return undefined;
  if (!range) return code === 0 ? undefined : 'unsatisfiable';
  return { start: range.start, end: Math.min(range.end, range.start + MAX_RANGE_BYTES - 1) };
}

/** Returns the value of `Content-Disposition` (RFC 6266), with the full file name and an ASCII form for old clients. */
function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const asciiName = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encodedName = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${asciiName}"; filename*=UTF-8''${encodedName}`;
}

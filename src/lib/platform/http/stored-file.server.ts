import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ByteRange, FileStore } from '#lib/platform/files/file-store.ts';
import { UploadRefusal } from '#lib/platform/files/upload.ts';

/** Says which bytes of the file store are the body; src/lib/platform/http/front.server.ts sends them, and never this header. */
const FILE_HEADER = 'x-stored-file';
/** A player asks for the rest of a film again and again; it gets this much at a time. */
const MOST_RANGE_BYTES = 1024 * 1024;
/** What a customer sent must not run in the shop's name, however it is opened. */
const SANDBOX = "default-src 'none'; img-src 'self'; media-src 'self'; sandbox; frame-ancestors 'none'";

export interface StoredFile {
  key: string;
  /** Where it is not known, the whole file is sent, whatever part is asked for. */
  bytes?: number;
  type: string;
  /** Shown when it is saved. */
  name: string;
  /** Pictures of our own making may be opened in the browser; whatever came from outside is saved. */
  isInline?: boolean;
}

/** An answer with a file of one customer. The caller has made sure that it is theirs. */
export function storedFileResponse(file: StoredFile, request: Request): Response {
  const etag = `"${file.key}"`;
  const headers = new Headers({
    'content-security-policy': SANDBOX,
    'cross-origin-resource-policy': 'same-origin',
    'accept-ranges': 'bytes',
    etag,
  });
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  headers.set('content-type', file.type);
  headers.set('content-disposition', disposition(file.isInline ? 'inline' : 'attachment', file.name));
  if (file.bytes === undefined) {
    headers.set(FILE_HEADER, file.key);
    headers.delete('accept-ranges');
    return new Response(null, { headers });
  }
  const range = askedRange(request.headers.get('range'), file.bytes);
  if (range === 'impossible') {
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.bytes}` } });
  }
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
  if (range) headers.set('content-range', `bytes ${start}-${end}/${file.bytes}`);
  headers.set(FILE_HEADER, `${file.key} ${start} ${end}`);
  return new Response(null, { status: range ? 206 : 200, headers });
}

interface StoredPlace {
  key: string;
  /** The whole file, without one. */
  range?: ByteRange;
}

/** Takes the file's place out of the headers; `undefined` for every other answer. */
export function takeStoredFile(headers: OutgoingHttpHeaders): StoredPlace | undefined {
  const [key, start, end] = String(headers[FILE_HEADER] ?? '').split(' ');
  delete headers[FILE_HEADER];
  if (!key) return undefined;
  return start === undefined ? { key } : { key, range: { start: Number(start), end: Number(end) } };
}

/** Sends the bytes as they are read, so that a slow client costs no memory. */
export async function sendStoredFile(
  res: ServerResponse,
  { status, headers }: { status: number; headers: OutgoingHttpHeaders },
  { key, range }: StoredPlace,
  { files, isHead }: { files: FileStore; isHead: boolean },
): Promise<boolean> {
  const bytes = range && range.end - range.start + 1;
  const body = isHead || bytes === 0 ? undefined : await files.read(key, range);
  if (!body && !isHead && bytes !== 0) return false;
  res.writeHead(status, bytes === undefined ? headers : { ...headers, 'content-length': bytes });
  if (body) await sendBody(body, res);
  else res.end();
  return true;
}

/** A client that goes away in the middle is no error of ours; a store that does is told. */
async function sendBody(body: Readable, res: ServerResponse): Promise<void> {
  let brokeOff: unknown;
  body.once('error', (error) => {
    brokeOff ??= res.closed ? undefined : error;
  });
  // What broke off at our end is in `brokeOff`.
  await pipeline(body, res).catch(() => res.destroy());
  if (brokeOff) throw new UploadRefusal('busy', 'The file broke off.', { cause: brokeOff });
}

function askedRange(header: string | null, bytes: number): ByteRange | 'impossible' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (!match || (from === '' && to === '')) return undefined;
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = Math.min(bytes - 1, from === '' || to === '' ? bytes - 1 : Number(to), start + MOST_RANGE_BYTES - 1);
  return start > end ? 'impossible' : { start, end };
}

/** RFC 6266: a plain name for old programs, the whole name for all others. */
function disposition(kind: 'attachment' | 'inline', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`;
}

import { ShopError } from '#lib/shop/shop-error.ts';

/** Enough for every form without files. */
const LARGEST_FORM_BYTES = 64 * 1024;

/** The fields of a JSON or form body, unchecked; throws `malformed`, `too_large` or `wrong_type`. */
export async function readFields(request: Request): Promise<Record<string, unknown>> {
  const type = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  const text = await readText(request);
  // A call whose path says all, such as a deletion, needs no body.
  if (text === '' && (!type || request.method === 'DELETE')) return {};
  if (type === 'application/json') return parseJson(text);
  if (type === 'application/x-www-form-urlencoded') return formFields(new URLSearchParams(text));
  if (type === 'multipart/form-data') return formFields(await parseMultipart(request, text));
  throw new ShopError('wrong_type', 'Send JSON or a form.');
}

/** The body as it came, for what is signed; throws `too_large`. */
export async function readBytes(request: Request): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > LARGEST_FORM_BYTES) throw new ShopError('too_large', 'That is too long to take.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request);
  // Latin-1 keeps every byte of a multipart body; the other kinds are decoded strictly below.
  if (request.headers.get('content-type')?.startsWith('multipart/')) return bytes.toString('latin1');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ShopError('malformed', 'The text is not valid UTF-8.');
  }
}

function parseJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text, withoutNul);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Answered below, together with JSON that is no object.
  }
  throw new ShopError('malformed', 'The body is not a JSON object.');
}

async function parseMultipart(request: Request, text: string): Promise<FormData> {
  try {
    const headers = { 'content-type': request.headers.get('content-type') ?? '' };
    return await new Response(Buffer.from(text, 'latin1'), { headers }).formData();
  } catch {
    throw new ShopError('malformed', 'The form is malformed.');
  }
}

/** PostgreSQL keeps no NUL in a text. */
function withoutNul<T>(_name: string, value: T): T | string {
  return typeof value === 'string' ? value.replaceAll('\0', '') : value;
}

/** A name that comes once is text, one that repeats is a list; files are left out. */
function formFields(form: URLSearchParams | FormData): Record<string, unknown> {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue;
    const before = fields.get(name);
    const text = withoutNul(name, value);
    fields.set(name, before === undefined ? text : [...(Array.isArray(before) ? before : [before]), text]);
  }
  return Object.fromEntries(fields);
}

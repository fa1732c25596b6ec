import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { FormFields, MAX_FIELDS } from '#lib/platform/files/uploads/form-fields.ts';
import { ClientDisconnected } from '#lib/platform/http/client-disconnected.ts';
import { sanitizeJson } from '#lib/platform/http/endpoint/sanitize-json.ts';
import { parseJsonOrUndefined } from '#lib/primitives/parse-json.ts';

const MAX_TEXT_BODY_BYTES = 64 * 1024;

/**
 * Reads the fields of the body without validating them. Throws `wrong_type` if the body is neither JSON nor a form,
 * `malformed` if it can't be parsed, `too_large` if it has too many bytes or fields, and ClientDisconnected if the
 * connection breaks.
 */
export async function readFields(request: Request): Promise<Record<string, unknown>> {
  const type = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  const text = await readText(request);
  if (text === '' && (!type || request.method === 'DELETE')) return {};
  if (type === 'application/json') return parseJson(text);
  if (type === 'application/x-www-form-urlencoded') {
    if (occursMoreThan(text, '&', MAX_FIELDS)) throw tooManyFields();
    return formFields(new URLSearchParams(text));
  }
  if (type === 'multipart/form-data') return formFields(await parseMultipart(request, text));
  throw new ShopError('wrong_type', 'Send JSON or a form.');
}

/**
 * Reads the raw body. Throws `too_large` if the body is larger than 64 kB, and ClientDisconnected if the connection
 * breaks.
 */
export async function readBytes(request: Request): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of requestChunks(request)) {
    size += chunk.byteLength;
    if (size > MAX_TEXT_BODY_BYTES) throw new ShopError('too_large', 'The request is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads the body. Throws ClientDisconnected for any error: errors come from a broken connection, although they may have
 * the same codes as database errors.
 */
async function* requestChunks({ body }: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? [];
  } catch (error) {
    throw new ClientDisconnected({ cause: error });
  }
}

async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request);
  // Latin-1 keeps every byte of a multipart body.
  if (request.headers.get('content-type')?.startsWith('multipart/')) return bytes.toString('latin1');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ShopError('malformed', 'The text is not valid UTF-8.', undefined, { cause: error });
  }
}

function parseJson(text: string): Record<string, unknown> {
  const value = parseJsonOrUndefined(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ShopError('malformed', 'The body is not a JSON object.');
  const problem = sanitizeJson(value);
  if (problem === 'not text') throw new ShopError('malformed', 'The text is not valid Unicode.');
  if (problem) throw tooManyFields();
  return value as Record<string, unknown>;
}

async function parseMultipart(request: Request, text: string): Promise<FormData> {
  const type = request.headers.get('content-type') ?? '';
  const [, boundary] = /boundary="?([^";]+)/i.exec(type) ?? [];
  if (boundary && occursMoreThan(text, `--${boundary}`, MAX_FIELDS + 1)) throw tooManyFields();
  try {
    return await new Response(Buffer.from(text, 'latin1'), { headers: { 'content-type': type } }).formData();
  } catch (error) {
    throw new ShopError('malformed', 'The form is malformed.', undefined, { cause: error });
  }
}

function occursMoreThan(text: string, part: string, max: number): boolean {
  let index = text.indexOf(part);
  for (let count = 0; index >= 0; index = text.indexOf(part, index + part.length)) if (++count > max) return true;
  return false;
}

function formFields(form: Iterable<[string, FormDataEntryValue]>): Record<string, unknown> {
  const fields = new FormFields();
  for (const [name, value] of form) {
    if (typeof value === 'string' && !fields.add(name, value)) throw tooManyFields();
  }
  return fields.toObject();
}

function tooManyFields(): ShopError {
  return new ShopError('too_large', 'The request has too many fields.');
}

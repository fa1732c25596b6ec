import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { APIContext } from 'astro';
import {
  dropPrivateCookie,
  readPrivateCookie,
  setPrivateCookie,
} from '#lib/platform/http/cookies/private-cookie.server.ts';

export type OldInput = Partial<Record<string, string>>;

type RequestContext = Pick<APIContext, 'cookies' | 'locals'>;

const OLD_INPUT_COOKIE = 'typed';
const OLD_INPUT_SECONDS = 60;
const AFTER_LOGIN_COOKIE = 'typed_before_login';
/**
 * How long the input is kept for a login. An emailed code may take some minutes, but the next person who uses this
 * device must not find the text later.
 */
const AFTER_LOGIN_SECONDS = 600;
const MAX_COOKIE_LENGTH = 4_000;
const MAX_JSON_BYTES = 40_000;

/** Saves the input in a cookie, because URLs stay in histories and logs. Input that is too long is not saved. */
export function saveOldInput(
  { cookies, locals }: RequestContext,
  fields: Record<string, unknown>,
  names: readonly string[],
): void {
  saveTexts(locals, cookies, OLD_INPUT_COOKIE, OLD_INPUT_SECONDS, pickTexts(fields, names));
}

/**
 * Saves the input for the form at `path`, for ten minutes or until someone who is logged in opens the form. Input that
 * is too long is not saved.
 */
export function saveInputForLogin(
  { cookies, locals }: RequestContext,
  fields: Record<string, unknown>,
  names: readonly string[],
  path: string,
): void {
  saveTexts(locals, cookies, AFTER_LOGIN_COOKIE, AFTER_LOGIN_SECONDS, {
    ...pickTexts(fields, names),
    [PATH_KEY]: path,
  });
}

/** The key of the path among the texts; no field has this name. */
const PATH_KEY = ' path';

function pickTexts(fields: Record<string, unknown>, names: readonly string[]): OldInput {
  const asText = (value: unknown) => (Array.isArray(value) ? JSON.stringify(value) : value);
  const namedTexts = names.map((name) => [name, asText(fields[name])]).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(namedTexts);
}

function saveTexts(
  { shop }: RequestContext['locals'],
  cookies: RequestContext['cookies'],
  name: string,
  seconds: number,
  texts: OldInput,
): void {
  const value = brotliCompressSync(JSON.stringify(texts)).toString('base64url');
  if (value.length <= MAX_COOKIE_LENGTH) setPrivateCookie(cookies, shop.settings, name, value, seconds);
}

/** Reads the saved input, and deletes it. Returns undefined if no input is saved. */
export function takeOldInput({ cookies, locals }: RequestContext): OldInput | undefined {
  return takeTexts(locals, cookies, OLD_INPUT_COOKIE);
}

/**
 * Reads the input that `saveInputForLogin` saved for this page, and deletes it. Returns undefined if the visitor is not
 * logged in, or if no input is saved for this page.
 */
export function takeInputAfterLogin({
  cookies,
  locals,
  url,
}: RequestContext & Pick<APIContext, 'url'>): OldInput | undefined {
  if (!locals.session && !locals.staff) return undefined;
  const texts = readTexts(locals, cookies, AFTER_LOGIN_COOKIE);
  if (texts?.[PATH_KEY] !== url.pathname + url.search) return undefined;
  return takeTexts(locals, cookies, AFTER_LOGIN_COOKIE);
}

function takeTexts(
  locals: RequestContext['locals'],
  cookies: RequestContext['cookies'],
  name: string,
): OldInput | undefined {
  const texts = readTexts(locals, cookies, name);
  if (texts) dropPrivateCookie(cookies, locals.shop.settings, name);
  return texts;
}

function readTexts(
  { shop }: RequestContext['locals'],
  cookies: RequestContext['cookies'],
  name: string,
): OldInput | undefined {
  const value = readPrivateCookie(cookies, shop.settings, name);
  if (!value) return undefined;
  try {
    const bytes = brotliDecompressSync(Buffer.from(value, 'base64url'), { maxOutputLength: MAX_JSON_BYTES });
    const namedTexts = Object.entries(JSON.parse(bytes.toString()) as object);
    return Object.fromEntries(namedTexts.filter(([, text]) => typeof text === 'string'));
  } catch {
    // The cookie was not written by this shop, so the form is empty.
    return undefined;
  }
}

import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { APIContext } from 'astro';
import {
  dropPrivateCookie,
  readPrivateCookie,
  setPrivateCookie,
} from '#lib/platform/http/cookies/private-cookie.server.ts';

export type OldInput = Partial<Record<string, string>>;

/** The names of the fields whose input a rejected form shows again, or a function that returns these names. */
export type OldInputFields = readonly string[] | ((typedFields: Record<string, unknown>) => readonly string[]);

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
export function saveOldInput(context: RequestContext, fields: Record<string, unknown>, names: OldInputFields): void {
  saveTexts(context, OLD_INPUT_COOKIE, OLD_INPUT_SECONDS, pickTexts(fields, names));
}

/**
 * Saves the input for the form at `path`, for ten minutes or until someone who is logged in opens the form. Input that
 * is too long is not saved.
 */
export function saveInputForLogin(
  context: RequestContext,
  fields: Record<string, unknown>,
  names: OldInputFields,
  path: string,
): void {
  saveTexts(context, AFTER_LOGIN_COOKIE, AFTER_LOGIN_SECONDS, { ...pickTexts(fields, names), [PATH_KEY]: path });
}

/** The key of the path among the texts; no field has this name. */
const PATH_KEY = ' path';

function pickTexts(fields: Record<string, unknown>, names: OldInputFields): OldInput {
  const asText = (value: unknown) => (Array.isArray(value) ? JSON.stringify(value) : value);
  const nameList = typeof names === 'function' ? names(fields) : names;
  return onlyTexts(nameList.map((name) => [name, asText(fields[name])]));
}

function onlyTexts(namedValues: [name: string, value: unknown][]): OldInput {
  return Object.fromEntries(namedValues.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function saveTexts({ cookies, locals }: RequestContext, name: string, seconds: number, texts: OldInput): void {
  const value = brotliCompressSync(JSON.stringify(texts)).toString('base64url');
  if (value.length <= MAX_COOKIE_LENGTH) setPrivateCookie(cookies, locals.shop.settings, name, value, seconds);
}

/** Reads the saved input, and deletes it. Returns undefined if no input is saved. */
export function takeOldInput(context: RequestContext): OldInput | undefined {
  return takeTexts(context, OLD_INPUT_COOKIE);
}

/**
 * Reads the input that `saveInputForLogin` saved for this page, and deletes it. Returns undefined if the visitor is not
 * logged in, or if no input is saved for this page.
 */
export function takeInputAfterLogin(context: RequestContext & Pick<APIContext, 'url'>): OldInput | undefined {
  const { locals, url } = context;
  if (!locals.session && !locals.staff) return undefined;
  const isForThisPage = readTexts(context, AFTER_LOGIN_COOKIE)?.[PATH_KEY] === url.pathname + url.search;
  return isForThisPage ? takeTexts(context, AFTER_LOGIN_COOKIE) : undefined;
}

function takeTexts(context: RequestContext, name: string): OldInput | undefined {
  const texts = readTexts(context, name);
  if (texts) dropPrivateCookie(context.cookies, context.locals.shop.settings, name);
  return texts;
}

function readTexts({ cookies, locals }: RequestContext, name: string): OldInput | undefined {
  const value = readPrivateCookie(cookies, locals.shop.settings, name);
  if (!value) return undefined;
  try {
    const bytes = brotliDecompressSync(Buffer.from(value, 'base64url'), { maxOutputLength: MAX_JSON_BYTES });
    return onlyTexts(Object.entries(JSON.parse(bytes.toString()) as object));
  } catch {
    // The cookie was not written by this shop, so the form is empty.
    return undefined;
  }
}

import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { APIContext } from 'astro';
import { dropPrivateCookie, readPrivateCookie, setPrivateCookie } from '#lib/platform/http/private-cookie.server.ts';

export type OldInput = Partial<Record<string, string>>;

type Where = Pick<APIContext, 'cookies' | 'locals'>;

const COOKIE = 'typed';
const LIVES_SECONDS = 60;
const LONGEST_COOKIE = 4_000;
const LONGEST_TEXT = 40_000;

/** In a cookie, since addresses stay in histories and logs. Text that is too long is not kept. */
export function saveOldInput(
  { cookies, locals }: Where,
  fields: Record<string, unknown>,
  names: readonly string[],
): void {
  const asText = (value: unknown) => (Array.isArray(value) ? JSON.stringify(value) : value);
  const texts = names.map((name) => [name, asText(fields[name])]).filter(([, text]) => typeof text === 'string');
  const value = brotliCompressSync(JSON.stringify(Object.fromEntries(texts))).toString('base64url');
  if (value.length > LONGEST_COOKIE) return;
  setPrivateCookie(cookies, locals.shop.settings, COOKIE, value, LIVES_SECONDS);
}

export function takeOldInput({ cookies, locals }: Where): OldInput | undefined {
  const { settings } = locals.shop;
  const value = readPrivateCookie(cookies, settings, COOKIE);
  if (!value) return undefined;
  dropPrivateCookie(cookies, settings, COOKIE);
  try {
    const bytes = brotliDecompressSync(Buffer.from(value, 'base64url'), { maxOutputLength: LONGEST_TEXT });
    const texts = Object.entries(JSON.parse(bytes.toString()) as object);
    return Object.fromEntries(texts.filter(([, text]) => typeof text === 'string'));
  } catch {
    // Not written by this shop: the form is empty.
    return undefined;
  }
}

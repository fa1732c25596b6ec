import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { APIContext } from 'astro';
import { dropPrivateCookie, readPrivateCookie, setPrivateCookie } from '#lib/platform/http/private-cookie.server.ts';

/** What a person typed into a form that was refused, by the name of its field. */
export type OldInput = Partial<Record<string, string>>;

type Where = Pick<APIContext, 'cookies' | 'locals'>;

const COOKIE = 'typed';
const LIVES_SECONDS = 60;
/** Browsers keep no cookie over 4,096 bytes, its name among them. */
const LONGEST_COOKIE = 4_000;
const LONGEST_TEXT = 40_000;

/**
 * Keeps what was typed for the page that a refused form leads back to: never in the address, where it would stand in
 * histories and logs, but in a cookie that no script reads and that the next page takes away. Too much is let go.
 */
export function saveOldInput(
  { cookies, locals }: Where,
  fields: Record<string, unknown>,
  names: readonly string[],
): void {
  // Ticked boxes of one name are a list, kept as the text that an API would send for it.
  const asText = (value: unknown) => (Array.isArray(value) ? JSON.stringify(value) : value);
  const texts = names.map((name) => [name, asText(fields[name])]).filter(([, text]) => typeof text === 'string');
  const value = brotliCompressSync(JSON.stringify(Object.fromEntries(texts))).toString('base64url');
  if (value.length > LONGEST_COOKIE) return;
  setPrivateCookie(cookies, locals.shop.settings, COOKIE, value, LIVES_SECONDS);
}

/** What the last form held, once. */
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

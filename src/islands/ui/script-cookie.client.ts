import { cookieName } from '#lib/platform/http/cookies/cookie-name.ts';

/** Sets a cookie that scripts can read, or deletes the cookie if `seconds` is 0. */
export function setScriptCookie(name: string, value: string, seconds: number): void {
  const isSecure = location.protocol === 'https:';
  const attributes = `path=/; max-age=${seconds}; samesite=lax${isSecure ? '; secure' : ''}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
  document.cookie = `${cookieName(name, isSecure)}=${encodeURIComponent(value)}; ${attributes}`;
}

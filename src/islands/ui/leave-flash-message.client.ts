import { cookieName } from '#lib/platform/http/cookies/cookie-name.ts';
import { FLASH_COOKIE, FLASH_SECONDS, flashText } from '#lib/platform/http/endpoint/flash-message.ts';

/** Opens another personal page, which shows the message once. */
export function redirectWithMessage(path: string, message: string): void {
  const isSecure = location.protocol === 'https:';
  const text = encodeURIComponent(flashText({ status: 'success', message }));
  const attributes = `path=/; max-age=${FLASH_SECONDS}; samesite=lax${isSecure ? '; secure' : ''}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
  document.cookie = `${cookieName(FLASH_COOKIE, isSecure)}=${text}; ${attributes}`;
  location.assign(path);
}

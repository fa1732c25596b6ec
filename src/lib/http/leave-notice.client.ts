import { encodeNotice, NOTICE_COOKIE } from '#lib/http/notice.ts';

const NOTICE_SECONDS = 60;

/** Goes to another personal page, which says the message once, as it does after a form without a script. */
export function goWithNotice(path: string, message: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
  document.cookie = `${NOTICE_COOKIE}=${encodeNotice({ status: 'success', message })}; path=/; max-age=${NOTICE_SECONDS}; samesite=lax`;
  location.assign(path);
}

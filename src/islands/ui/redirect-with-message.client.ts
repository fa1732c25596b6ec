import { setScriptCookie } from '#islands/ui/script-cookie.client.ts';
import {
  FLASH_COOKIE,
  FLASH_SECONDS,
  type FlashMessage,
  flashText,
} from '#lib/platform/http/endpoint/flash-message.ts';

/** Opens or reloads a personal page, which shows the message once. */
export function redirectWithMessage(path: string, message: string, status: FlashMessage['status'] = 'success'): void {
  setScriptCookie(FLASH_COOKIE, flashText({ status, message }), FLASH_SECONDS);
  location.assign(path);
}

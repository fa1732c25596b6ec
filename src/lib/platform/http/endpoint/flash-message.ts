export interface FlashMessage {
  status: 'success' | 'error';
  message: string;
  fields?: Record<string, string>;
}

export const FLASH_COOKIE = 'notice';
export const FLASH_SECONDS = 60;
/**
 * The maximum length of the encoded text, in characters. Browsers reject cookies over 4,096 bytes, including the name
 * and the attributes.
 */
const MAX_COOKIE_LENGTH = 3_800;
const MAX_MESSAGE_LENGTH = 300;

/** Returns the message as JSON. If the JSON is too long for a cookie, shortens the message and leaves out `fields`. */
export function flashText(flashMessage: FlashMessage): string {
  const text = JSON.stringify(flashMessage);
  if (encodeURIComponent(text).length <= MAX_COOKIE_LENGTH) return text;
  return JSON.stringify({
    status: flashMessage.status,
    message: [...flashMessage.message].slice(0, MAX_MESSAGE_LENGTH).join(''),
  });
}

export function readFlashMessage(value: string | undefined): FlashMessage | undefined {
  if (!value) return undefined;
  try {
    const flashMessage: unknown = JSON.parse(value);
    return isFlashMessage(flashMessage) ? flashMessage : undefined;
  } catch {
    // The cookie was not written by this shop.
    return undefined;
  }
}

function isFlashMessage(value: unknown): value is FlashMessage {
  if (typeof value !== 'object' || value === null || !('status' in value) || !('message' in value)) return false;
  return (value.status === 'success' || value.status === 'error') && typeof value.message === 'string';
}

import type { StaffSession } from '#lib/admin/sign-in/sessions.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { isSameSecret, keyedHash } from '#lib/platform/tokens.server.ts';

export const FORM_TOKEN = 'form_token';

/** Returns the CSRF token for the forms of a session. The origin of each request is checked, too. */
export function formToken({ secretKey }: Pick<Shop, 'secretKey'>, { id }: StaffSession): string {
  return keyedHash(secretKey, 'admin form', id);
}

export function isValidFormToken(shop: Pick<Shop, 'secretKey'>, session: StaffSession, token: unknown): boolean {
  return typeof token === 'string' && isSameSecret(token, formToken(shop, session));
}

import { ShopError } from '#lib/platform/errors/shop-error.ts';

export const IDEMPOTENCY_KEY_MAX_CHARACTERS = 200;
export const IDEMPOTENCY_KEY_TOO_LONG = `The key can have at most ${IDEMPOTENCY_KEY_MAX_CHARACTERS} characters.`;

/**
 * Returns the `Idempotency-Key` of the request, or undefined if it has none. Throws `invalid` if the key has more than
 * 200 characters. A long key is not shortened, because two keys may begin with the same characters.
 */
export function idempotencyKey({ headers }: Request): string | undefined {
  const key = headers.get('idempotency-key') || undefined;
  if (key && key.length > IDEMPOTENCY_KEY_MAX_CHARACTERS) throw new ShopError('invalid', IDEMPOTENCY_KEY_TOO_LONG);
  return key;
}

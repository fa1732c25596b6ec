import { isShopError } from '#lib/platform/errors/shop-error.ts';

/**
 * Returns the result, or undefined if the promise is rejected with a ShopError with the code `not_found`: pages then
 * show "not found".
 */
export async function ifFound<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (isShopError(error, 'not_found')) return undefined;
    throw error;
  }
}

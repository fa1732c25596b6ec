import { isShopError } from '#lib/platform/errors/shop-error.ts';

/** Returns the result, or undefined if it was rejected with `not_found`, for pages that then show "not found". */
export async function ifFound<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (isShopError(error, 'not_found')) return undefined;
    throw error;
  }
}

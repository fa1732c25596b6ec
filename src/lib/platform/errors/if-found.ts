import { isShopError } from '#lib/platform/errors/shop-error.ts';

/** Undefined instead of the error `not_found`, for a page that then shows "not found". */
export async function ifFound<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (isShopError(error, 'not_found')) return undefined;
    throw error;
  }
}

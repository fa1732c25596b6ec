import { ShopError } from '#lib/platform/errors/shop-error.ts';

/** The field `version` tells a form to show the saved values beside the typed ones. */
export function changedMeanwhile(what: string): ShopError {
  const message = `The ${what} was changed meanwhile. Look at it again.`;
  return new ShopError('conflict', message, { version: message });
}

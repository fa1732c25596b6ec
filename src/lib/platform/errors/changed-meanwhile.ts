import { ShopError } from '#lib/platform/errors/shop-error.ts';

/**
 * A `conflict`: someone else has changed the record since the person saw it. Because of the field `version`, a form
 * shows the saved values beside the typed ones; `advice` is the next step for the user.
 */
export function changedMeanwhile(what: string, advice = 'Look at it again.'): ShopError {
  const message = `The ${what} was changed meanwhile. ${advice}`;
  return new ShopError('conflict', message, { version: message });
}

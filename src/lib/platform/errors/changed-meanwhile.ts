import { ShopError } from '#lib/platform/errors/shop-error.ts';

/**
 * Returns a ShopError with the code `conflict`: someone else has changed the record since the user loaded it. The field
 * `version` makes a form show the saved values beside the typed values. `advice` is the user's next step.
 */
export function changedMeanwhile(recordKind: string, advice = 'Please check it again.'): ShopError {
  const message = `The ${recordKind} was changed in the meantime. ${advice}`;
  return new ShopError('conflict', message, { version: message });
}

import { InvalidArgumentError } from '@commander-js/extra-typings';

/**
 * Returns the argument of a command that must be a complete web address. Throws an InvalidArgumentError if the argument
 * is not a complete web address.
 */
export function webAddress(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('Enter a complete address, such as https://…');
  return text;
}

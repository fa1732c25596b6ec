import { InvalidArgumentError } from '@commander-js/extra-typings';

/** Parses an argument of a command that must be a complete web address. */
export function webAddress(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('Enter a complete address, such as https://…');
  return text;
}

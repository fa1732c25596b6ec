import { InvalidArgumentError } from '@commander-js/extra-typings';

/**
 * Returns the argument of a command that must be a complete URL of a website. Throws an InvalidArgumentError if the
 * argument is not such a URL.
 */
export function parseWebUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('Enter a complete URL, such as https://…');
  return text;
}

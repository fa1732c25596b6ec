import { InvalidArgumentError } from '@commander-js/extra-typings';

export function webAddress(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('Write a whole address, https://…');
  return text;
}

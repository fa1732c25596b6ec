import { InvalidArgumentError } from '@commander-js/extra-typings';

export function webAddress(typed: string): string {
  if (!/^https?:\/\//.test(typed) || !URL.canParse(typed))
    throw new InvalidArgumentError('Write a whole address, https://…');
  return typed;
}

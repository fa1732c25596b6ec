import { InvalidArgumentError } from '@commander-js/extra-typings';

/** Returns the position of a line, counted from 0, from its number in `orders show`, counted from 1. */
export function parseLineNumber(value: string): number {
  if (!/^[1-9]\d{0,3}$/.test(value)) throw new InvalidArgumentError('Enter a line number from orders show, such as 2.');
  return Number(value) - 1;
}

/** Returns the positions of the lines in a list such as "1,3". */
export function parseLines(value: string): number[] {
  return value.split(',').map(parseLineNumber);
}

/** Returns a number of pieces or metres. */
export function parseQuantity(value: string): number {
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(value))
    throw new InvalidArgumentError('Enter a number such as 1, or 1.5 for metres.');
  return Number(value);
}

/** Returns an amount in paise from an amount in rupees. */
export function parseRupees(value: string): number {
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(value)) throw new InvalidArgumentError('Enter rupees, such as 100 or 99.50.');
  return Math.round(Number(value) * 100);
}

const NUMBER = /^\d+(\.\d+)?$/;
const WITH_COMMAS = /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/;
const PREFIX = /^(₹|rs\.?|inr|mrp)/i;
const SUFFIXES = [/\b(only|inr)$/i, /\/[-=]$/];
const PER_UNIT = /(?:\/|\bper\b) ?([a-z]+)\.?$/i;

/**
 * Parses an amount as people write it, such as "₹1,299.00", "1,29,999" or "Rs. 1299/-". A unit such as "per metre" is
 * ignored. Returns undefined if the text is not an amount.
 */
export function rupeesOf(input: string): number | undefined {
  let text = normalize(input).replace(/^'/, '');
  while (PREFIX.test(text)) text = text.replace(PREFIX, '').trim();
  text = text.replace(PER_UNIT, '').trim();
  for (const suffix of SUFFIXES) text = text.replace(suffix, '').trim();
  return plainNumber(text);
}

/** Returns the unit in a price such as "450 per metre", or undefined if the price has no unit. */
export function unitOfPrice(input: string): string | undefined {
  return PER_UNIT.exec(normalize(input))?.[1];
}

function normalize(input: string): string {
  return input.normalize('NFKC').split(/\s+/).join(' ').trim();
}

/** Parses a number such as "1299.50" or "1,29,999". Returns undefined if the text is not such a number. */
export function plainNumber(text: string): number | undefined {
  if (NUMBER.test(text)) return Number(text);
  return WITH_COMMAS.test(text) ? Number(text.replaceAll(',', '')) : undefined;
}

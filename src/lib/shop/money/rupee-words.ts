const SMALL_NUMBERS = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const LARGE_UNITS = [
  [10_000_000, 'crore'],
  [100_000, 'lakh'],
  [1_000, 'thousand'],
  [100, 'hundred'],
] as const;

/** Returns an amount in words for invoices, such as "Rupees one lakh five only". */
export function rupeeWords(paise: number): string {
  const rupees = Math.floor(paise / 100);
  const remainder = paise % 100;
  const paisePart = remainder > 0 ? ` and ${numberWords(remainder)} ${remainder === 1 ? 'paisa' : 'paise'}` : '';
  return `Rupees ${numberWords(rupees)}${paisePart} only`;
}

function numberWords(number: number): string {
  const largeUnit = LARGE_UNITS.find(([size]) => number >= size);
  if (largeUnit) {
    const [size, name] = largeUnit;
    const remainder = number % size;
    return `${numberWords(Math.floor(number / size))} ${name}${remainder > 0 ? ` ${numberWords(remainder)}` : ''}`;
  }
  if (number < SMALL_NUMBERS.length) return SMALL_NUMBERS[number] ?? '';
  const ones = number % 10;
  return `${TENS[Math.floor(number / 10)]}${ones > 0 ? `-${SMALL_NUMBERS[ones]}` : ''}`;
}

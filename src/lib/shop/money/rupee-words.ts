const SMALL = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const STEPS = [
  [10_000_000, 'crore'],
  [100_000, 'lakh'],
  [1_000, 'thousand'],
  [100, 'hundred'],
] as const;

/** "Rupees one lakh five only", for invoices. */
export function rupeeWords(paise: number): string {
  const rupees = Math.floor(paise / 100);
  const rest = paise % 100;
  const coins = rest > 0 ? ` and ${numberWords(rest)} ${rest === 1 ? 'paisa' : 'paise'}` : '';
  return `Rupees ${numberWords(rupees)}${coins} only`;
}

function numberWords(number: number): string {
  const step = STEPS.find(([size]) => number >= size);
  if (step) {
    const [size, name] = step;
    const rest = number % size;
    return `${numberWords(Math.floor(number / size))} ${name}${rest > 0 ? ` ${numberWords(rest)}` : ''}`;
  }
  if (number < SMALL.length) return SMALL[number] ?? '';
  const unit = number % 10;
  return `${TENS[Math.floor(number / 10)]}${unit > 0 ? `-${SMALL[unit]}` : ''}`;
}

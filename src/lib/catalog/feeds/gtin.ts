/** Returns whether the barcode has 8, 12, 13 or 14 digits, of which the last is a valid check digit (gs1.org). */
export function isGtin(barcode: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(barcode)) return false;
  const sum = [...barcode]
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

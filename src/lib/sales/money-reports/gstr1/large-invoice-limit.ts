/**
 * The limits for the value of an invoice, the newest first (rule 59(4) of the CGST rules, changed by notification
 * 12/2024, Central Tax).
 */
const LIMITS = [
  { from: Date.parse('2024-08-01T00:00:00+05:30'), paise: 10_000_000 },
  { from: 0, paise: 25_000_000 },
];

/**
 * Returns the limit on a date, in paise. Invoices to consumers in other states are listed individually if their value
 * exceeds the limit on the date of the invoice.
 */
export function largeInvoiceLimitPaise(at: number): number {
  return LIMITS.find(({ from }) => at >= from)?.paise ?? 0;
}

/**
 * Returns a note for staff that the customer gets an email about a change to the order, with a leading space; empty for
 * an order without an email address.
 */
export function mailNote(email: string): string {
  return email === '' ? '' : ' The customer gets an email.';
}

/** Returns the same note for the CLI, with the address. */
export function addressedMailNote(email: string): string {
  return email === '' ? '' : ` ${email} gets an email.`;
}

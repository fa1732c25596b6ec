/**
 * A note for staff that the customer gets an email about a change of the order, starting with a space; empty for an
 * order without an email address.
 */
export function mailNote(email: string): string {
  return email === '' ? '' : ' The customer gets an email.';
}

/** The same for the CLI, with the address. */
export function addressedMailNote(email: string): string {
  return email === '' ? '' : ` ${email} gets an email.`;
}

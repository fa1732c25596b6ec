/**
 * Returns a note for staff that the customer gets an email about a change to the order. The note begins with a space.
 * Returns an empty string if the order has no email address.
 */
export function mailNote(email: string): string {
  return email === '' ? '' : ' The customer gets an email.';
}

/** Returns the note of `mailNote` for the CLI, with the email address of the customer. */
export function addressedMailNote(email: string): string {
  return email === '' ? '' : ` ${email} gets an email.`;
}

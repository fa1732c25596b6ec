import { type ContactInput, EMPTY_CONTACT } from '#lib/customers/contact/contact.ts';

/** A message from the Get In Touch form. */
export const CONTACT_MESSAGE: ContactInput = {
  ...EMPTY_CONTACT,
  name: 'Asha Rao',
  mobile: '9876543210',
  email: 'asha@example.in',
  content: 'When do you open?',
};

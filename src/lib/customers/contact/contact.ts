import type { ContactMessageTable } from '#lib/platform/db/query/tables.ts';
import { MOBILE_MESSAGE } from '#lib/primitives/mobile.ts';

// Texts and limits: product.md, "Contact".
export const CONTACT_MESSAGES = {
  nameRequired: 'Name is required',
  nameShort: 'Name must be at least 3 characters long',
  nameDigits: 'Name should not contain numbers',
  mobileRequired: 'Mobile number is required',
  mobileDigits: MOBILE_MESSAGE,
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter a valid email address',
  contentRequired: 'Message is required',
  contentLong: 'Message must be at most 5000 characters',
  nameLong: 'Name must be at most 100 characters long',
} as const;

export const CONTACT_DONE = 'Contact submitted successfully';
export const CONTACT_FAILED = 'Failed to submit';
export const CONTACT_TOO_MANY = 'That was a lot of messages. Please try again in an hour.';

export const NAME_MIN_CHARACTERS = 3;
export const NAME_MAX_CHARACTERS = 100;
export const CONTENT_MAX_CHARACTERS = 5_000;

/** The fields of the form, which have the same names as the columns. */
export type ContactInput = Pick<ContactMessageTable, 'name' | 'mobile' | 'email' | 'content'>;

export const EMPTY_CONTACT: ContactInput = { name: '', mobile: '', email: '', content: '' };

export const CONTACT_FIELDS = Object.keys(EMPTY_CONTACT);

export const MESSAGE_STATES: Record<'new' | 'answered' | 'closed', string> = {
  new: 'New',
  answered: 'Answered',
  closed: 'Closed',
};

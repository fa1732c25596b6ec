export const LOGIN_EMAIL_INVALID = 'Please enter a valid email address.';

export const REGISTER_MESSAGES = {
  email: 'Email is required',
  name: 'Name must be at least 3 characters long',
  nameLong: 'Name must be at most 100 characters long',
  mobile: 'Mobile is required',
  terms: 'Please accept the terms and conditions.',
} as const;

export const NAME_MIN_CHARACTERS = 3;
export const NAME_MAX_CHARACTERS = 100;

export const USER_NOT_FOUND = 'user not found';
export const INTERNAL_ERROR = 'internal server error';
/** Spelt as in product.md, "Registration". */
export const REGISTER_FAILED = 'faild tor register';

export interface Registration {
  name: string;
  mobile: string;
}

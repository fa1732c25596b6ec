import type { Generated } from 'kysely';

export interface IdentityTables {
  customer: CustomerTable;
  session: SessionTable;
  code_challenge: CodeChallengeTable;
  sign_in_link: SignInLinkTable;
  known_device: { token_hash: string; customer_id: string; created_at: number };
  /** A browser in which the code emailed to this address was entered. The address is stored as a keyed hash. */
  proven_mailbox: { token_hash: string; email_key: string; created_at: number };
  rate_window: { key: string; started_at: number; count: number };
}

export interface CustomerTable {
  id: string;
  /** The email address, in lower case. */
  email: string;
  name: string;
  mobile: string;
  gender: 'male' | 'female' | 'other' | null;
  dob: string | null;
  image_file: string | null;
  created_at: number;
  updated_at: number;
  /** The number of wrong codes since the last login. At the limit, the customer can log in only by an emailed link. */
  wrong_codes: Generated<number>;
}

export interface SessionTable {
  /** The id that is shown to the customer. The cookie contains another value. */
  id: string;
  token_hash: string;
  customer_id: string;
  device: string;
  created_at: number;
  seen_at: number;
}

export interface CodeChallengeTable {
  id: string;
  purpose: 'login' | 'register' | 'newsletter' | 'restock' | 'order';
  email: string;
  details_json: string | null;
  next: string | null;
  /** A keyed hash of the code; null if no code was sent. In private mode, the response must not reveal this. */
  code_hash: string | null;
  /** The number of digits of the code. The daily limit on wrong codes excludes long codes. */
  digits: number;
  tries_left: number;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

export interface SignInLinkTable {
  token_hash: string;
  /** Unique, because a new link replaces the old link. */
  customer_id: string;
  next: string | null;
  expires_at: number;
  used_at: number | null;
}

import type { Generated } from 'kysely';

/** Who is a customer, how they prove it, and on which devices they are logged in. */
export interface IdentityTables {
  customer: CustomerTable;
  session: SessionTable;
  code_challenge: CodeChallengeTable;
  sign_in_link: SignInLinkTable;
  known_device: { token_hash: string; customer_id: string; created_at: number };
  rate_window: { key: string; started_at: number; count: number };
}

export interface CustomerTable {
  id: string;
  /** In lower case. */
  email: string;
  name: string;
  mobile: string;
  gender: 'male' | 'female' | 'other' | null;
  /** YYYY-MM-DD. */
  dob: string | null;
  /** Key of the profile image in the file store. */
  image_file: string | null;
  created_at: number;
  updated_at: number;
  /** Wrong codes since the last login; at the limit only a mailed link logs in. */
  wrong_codes: Generated<number>;
}

export interface SessionTable {
  /** What the customer sees and revokes it by; the cookie holds something else. */
  id: string;
  token_hash: string;
  customer_id: string;
  /** Browser and system, for the list of devices. */
  device: string;
  created_at: number;
  seen_at: number;
}

export interface CodeChallengeTable {
  /** Hash of the challenge cookie of the browser that asked. */
  id: string;
  purpose: 'login' | 'register' | 'newsletter';
  email: string;
  /** Registration: what was typed, until the address is proved. */
  details_json: string | null;
  /** Where the customer wanted to go. */
  next: string | null;
  /** Keyed hash; null when no code was sent, which the asker must not notice in private mode. */
  code_hash: string | null;
  /** How many it has; one that is too long to be guessed takes nothing from the day's budget. */
  digits: number;
  tries_left: number;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

export interface SignInLinkTable {
  token_hash: string;
  /** Unique: the newest link of a customer is the only one. */
  customer_id: string;
  next: string | null;
  expires_at: number;
  used_at: number | null;
}

import type { Generated } from 'kysely';

export interface AdminTables {
  staff: StaffTable;
  staff_passkey: StaffPasskeyTable;
  staff_authenticator: StaffAuthenticatorTable;
  staff_recovery_code: { code_hash: string; staff_id: string };
  staff_session: StaffSessionTable;
  staff_challenge: StaffChallengeTable;
  audit_entry: AuditEntryTable;
  /** The amount that each member of staff with this role may refund in a day. A role without a row has no limit. */
  role_refund_limit: { role: Role; paise: number };
  /** The amount that a member of staff has refunded on their latest day with refunds, in Indian time. */
  staff_refund: { staff_id: string; day: string; paise: number };
  saved_view: SavedViewTable;
}

export type Role = 'owner' | 'packer' | 'writer' | 'accountant';

export interface StaffTable {
  id: string;
  /** The email address, in lower case. */
  email: string;
  name: string;
  role: Role;
  created_at: number;
  /** When the person's access ended; null while the person has access. */
  ended_at: number | null;
}

export interface StaffPasskeyTable {
  /** The credential id, in base64url. */
  id: string;
  staff_id: string;
  /** The public key in COSE format, encoded as base64url. */
  public_key: string;
  /** The number of signatures that the authenticator has counted; 0 if it does not count signatures. */
  counter: number;
  /** The transports of the authenticator, as a JSON list such as `["internal"]`. */
  transports: string;
  name: string;
  created_at: number;
  used_at: number | null;
}

export interface StaffAuthenticatorTable {
  staff_id: string;
  /** The secret of the authenticator app, encrypted with the shop's secret key. */
  secret: string;
  /** The time step of the last accepted code, so that each code works only once. */
  last_step: number;
  created_at: number;
}

export interface StaffSessionTable {
  /** The id that is shown in the list of devices. The cookie contains another value. */
  id: string;
  token_hash: string;
  staff_id: string;
  device: string;
  /** Whether the session began with an emailed code, so that it may only add a passkey or an authenticator app. */
  is_enrolling: number;
  created_at: number;
  seen_at: number;
  /** When the person last confirmed their identity in this session; null if they have not. */
  confirmed_at: number | null;
}

export interface StaffChallengeTable {
  id: string;
  kind: 'code' | 'passkey' | 'new_passkey' | 'new_authenticator';
  /** Null if the email address has no access, or if it is not yet known whose passkey will be used. */
  staff_id: string | null;
  email: string;
  /** A keyed hash, a WebAuthn challenge, or an encrypted secret, depending on `kind`. */
  value: string;
  tries_left: number;
  expires_at: number;
}

export interface AuditEntryTable {
  id: Generated<number>;
  at: number;
  actor_kind: string;
  actor_id: string;
  actor_name: string;
  /** The network and device from which the change was made, or the program that made it. */
  origin: string;
  action: string;
  record_kind: string;
  record_id: string;
  before_json: string | null;
  after_json: string | null;
  /** The position in the hash chain, from 1; null until a job has sealed the entry, seconds later. */
  position: number | null;
  hash: string | null;
}

/** A list with filters, saved under a name. */
export interface SavedViewTable {
  id: string;
  list: string;
  name: string;
  /** The query string of the list's URL. */
  query: string;
  staff_id: string;
  is_shared: number;
  created_at: number;
  updated_at: number;
}

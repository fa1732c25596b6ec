/**
 * Tables that need no entry in the audit log, although staff, commands, jobs and gateways change them. A table that is
 * not listed here needs one.
 */
const NOT_AUDITED: ReadonlySet<string> = new Set([
  // What shoppers have not ordered yet, and their sessions.
  ...['cart', 'cart_line', 'checkout_draft', 'wishlist_entry', 'restock_request', 'restock_watch'],
  ...['session', 'code_challenge', 'sign_in_link', 'known_device', 'proven_mailbox', 'rate_window', 'attempt'],
  // Mails, notices and calls of other services, which are stored as such.
  ...['outbox', 'mail_lease', 'owner_notice', 'cdn_purge', 'upstream_fault', 'search_miss', 'web_vital'],
  ...['payment_event', 'payment_attempt', 'payment_beginning', 'idempotency_key', 'shipment_event'],
  // Derived from other tables, or limits that end by themselves.
  ...['order_term', 'product_listing', 'product_summary', 'product_facet', 'catalogue_state', 'invalidation'],
  ...['stock_hold', 'hold_party', 'unverified_order', 'unverified_line', 'number_series', 'coupon_buyer'],
  // Each order of a bulk action has its own entry, as has each order that was packed.
  ...['bulk_action', 'bulk_action_row', 'packed_line'],
  // Starting an import has an entry, and so has each product that it writes.
  ...['catalogue_import', 'catalogue_import_row'],
  // Signing in, which has entries of its own.
  ...['staff_session', 'staff_challenge', 'staff_recovery_code'],
  ...['installation_note', 'migration', 'migration_lock', 'migration_turn'],
]);

/** Columns that no person sees change: locks, counters and versions. */
const TECHNICAL: Readonly<Record<string, readonly string[]>> = {
  orders: ['updated_at', 'searchable', 'counted', 'delivery_state', 'delivery_zone', 'delivery_pincode'],
  product: ['updated_at', 'sold', 'version'],
  facet_value: ['product_count'],
  exchange: ['updated_at'],
  customer: ['wrong_codes'],
  // What a person requests has an entry, and so has each step that the order takes.
  shipment: [
    ...['task', 'failed', 'problem', 'due_at', 'tries', 'leased_until', 'polled_at', 'tracked', 'updated_at'],
    ...['reference', 'sent_at', 'remote_order', 'remote_shipment', 'phase', 'awb', 'rates_json', 'collect_paise'],
    ...['courier_id', 'courier_name', 'freight_paise', 'return_rate_paise', 'return_freight_paise', 'label_file'],
    ...['pickup', 'manifest_url', 'status', 'status_at', 'attempts', 'reason'],
  ],
  staff_passkey: ['counter', 'used_at'],
  staff_authenticator: ['last_step'],
};

const LOG = 'audit_entry';
const CHANGE = /\b(insert into|update|delete from) "?([a-z_]+)"?(?: as "?\w+"?)?( set (.*?)(?: where |$))?/gis;
/** `for update skip locked`, and `on conflict do update set`. */
const NO_TABLE: ReadonlySet<string> = new Set(['set', 'skip', 'of', 'nowait']);

/** What the statements of one transaction change. */
export class AuditedChanges {
  readonly #tables = new Set<string>();
  #isRecorded = false;

  /** `sql` has changed at least one row. */
  note(sql: string): void {
    if (/^\s*select\b/i.test(sql)) return;
    for (const [, verb, table = '', , columns] of sql.matchAll(CHANGE)) {
      if (table === LOG) this.#isRecorded ||= verb?.toLowerCase() === 'insert into';
      else if (needsEntry(table, columns)) this.#tables.add(table);
    }
  }

  /** Tables that were changed without an entry in the audit log. */
  get unrecorded(): string[] {
    return this.#isRecorded ? [] : [...this.#tables];
  }
}

function needsEntry(table: string, setClause: string | undefined): boolean {
  if (NOT_AUDITED.has(table) || NO_TABLE.has(table)) return false;
  const technical = TECHNICAL[table];
  if (!technical || setClause === undefined) return true;
  return [...setClause.matchAll(/\b(\w{1,63})"? = /g)].some(([, column = '']) => !technical.includes(column));
}

/**
 * Tables whose changes need no entry in the audit log, although staff, commands, jobs and gateways change them. Changes
 * to other tables need an entry, except for the columns in `TECHNICAL_COLUMNS`.
 */
const UNAUDITED_TABLES: ReadonlySet<string> = new Set([
  // Carts and wishlists of shoppers, and their sessions.
  ...['cart', 'cart_line', 'checkout_draft', 'wishlist_entry', 'restock_request', 'restock_watch'],
  ...['session', 'code_challenge', 'sign_in_link', 'known_device', 'proven_mailbox', 'rate_window', 'attempt'],
  // Records of emails, of notices, and of calls to and from other services.
  ...['outbox', 'mail_lease', 'owner_notice', 'cdn_purge', 'upstream_fault'],
  ...['payment_event', 'payment_attempt', 'payment_beginning', 'idempotency_key', 'shipment_event'],
  // Statistics.
  ...['search_miss', 'web_vital'],
  // Derived data, counters, and holds that expire.
  ...['order_term', 'product_listing', 'product_summary', 'product_facet', 'catalogue_state', 'invalidation'],
  ...['stock_hold', 'hold_party', 'unverified_order', 'unverified_line', 'number_series', 'coupon_buyer'],
  // Each order of a bulk action and each packed order has its own entry.
  ...['bulk_action', 'bulk_action_row', 'packed_line'],
  // The start of an import has an entry, and so does each product that it changes.
  ...['catalogue_import', 'catalogue_import_row'],
  // Signing in has its own entries.
  ...['staff_session', 'staff_challenge', 'staff_recovery_code'],
  // The state of the installation.
  ...['installation_note', 'migration', 'migration_lock', 'migration_turn'],
]);

/** Columns whose changes need no entry: locks, counters, versions, and values that jobs derive or couriers report. */
const TECHNICAL_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  orders: ['updated_at', 'searchable', 'counted', 'delivery_state', 'delivery_zone', 'delivery_pincode'],
  product: ['updated_at', 'sold', 'version'],
  facet_value: ['product_count'],
  exchange: ['updated_at'],
  customer: ['wrong_codes'],
  // Requests by staff have their own entries, and so does each change to the status of the order.
  shipment: [
    ...['task', 'failed', 'problem', 'due_at', 'tries', 'leased_until', 'polled_at', 'tracked', 'updated_at'],
    ...['reference', 'sent_at', 'remote_order', 'remote_shipment', 'phase', 'awb', 'rates_json', 'collect_paise'],
    ...['courier_id', 'courier_name', 'freight_paise', 'return_rate_paise', 'return_freight_paise', 'label_file'],
    ...['pickup', 'manifest_url', 'status', 'status_at', 'attempts', 'reason'],
  ],
  staff_passkey: ['counter', 'used_at'],
  staff_authenticator: ['last_step'],
};

const CHANGE = /\b(insert into|update|delete from) "?([a-z_]+)"?(?: as "?\w+"?)?( set (.*?)(?: where |$))?/gis;
/** Words after `update` that are not tables: `for update skip locked`, `on conflict do update set`. */
const NON_TABLE_WORDS: ReadonlySet<string> = new Set(['set', 'skip', 'of', 'nowait']);

/** Collects the tables that the statements of one transaction change and that need an entry in the audit log. */
export class AuditedChanges {
  readonly #tables = new Set<string>();
  #isRecorded = false;

  /** Records a statement. Call it for each statement that has changed at least one row. Ignores `select` statements. */
  addStatement(sql: string): void {
    if (/^\s*select\b/i.test(sql)) return;
    for (const [, verb, table = '', , setClause] of sql.matchAll(CHANGE)) {
      if (table === 'audit_entry') this.#isRecorded ||= verb?.toLowerCase() === 'insert into';
      else if (needsEntry(table, setClause)) this.#tables.add(table);
    }
  }

  /** The tables that were changed although the transaction has added no entry to the audit log. */
  get unrecordedTables(): string[] {
    return this.#isRecorded ? [] : [...this.#tables];
  }
}

function needsEntry(table: string, setClause: string | undefined): boolean {
  if (UNAUDITED_TABLES.has(table) || NON_TABLE_WORDS.has(table)) return false;
  const technicalColumns = TECHNICAL_COLUMNS[table];
  if (!technicalColumns || setClause === undefined) return true;
  return [...setClause.matchAll(/\b(\w{1,63})"? = /g)].some(([, column = '']) => !technicalColumns.includes(column));
}

import type { Customer } from '#lib/customers/auth/sessions/session.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { recordReading } from '#lib/platform/audit/record-reading.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { NO_ORDERS, orderTotals } from '#lib/sales/account/admin/order-totals.server.ts';
import { readCustomerData } from '#lib/sales/account/customer-data.server.ts';

const NOT_FOUND = 'There is no such customer.';

export type CustomerDetails = Awaited<ReturnType<typeof readCustomerDetails>>;

/** Reads a customer. Throws `not_found` if the account does not exist. */
export async function readCustomer({ db }: Pick<Shop, 'db'>, id: string): Promise<Customer> {
  const customer = await db.write
    .selectFrom('customer')
    .select(['id', 'email', 'name', 'mobile', 'gender', 'dob', 'image_file', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!customer) throw new ShopError('not_found', NOT_FOUND);
  return customer;
}

/**
 * Reads the content of a customer's page, and records the reading in the audit log. Throws `not_found` if the account
 * does not exist.
 */
export async function readCustomerDetails(shop: Pick<Shop, 'db' | 'now'>, id: string) {
  const customer = await readCustomer(shop, id);
  const { db } = shop;
  const [totals, addresses, subscriber, requests, sessions] = await Promise.all([
    orderTotals(db, [id]),
    db.read.selectFrom('address').selectAll().where('customer_id', '=', id).orderBy('created_at').execute(),
    db.read.selectFrom('subscriber').select('created_at').where('email', '=', customer.email).executeTakeFirst(),
    db.read
      .selectFrom('restock_request')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('email', '=', customer.email)
      .where('told_at', 'is', null)
      .executeTakeFirstOrThrow(),
    db.read
      .selectFrom('session')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('customer_id', '=', id)
      .executeTakeFirstOrThrow(),
  ]);
  await recordReading(db, { action: 'read customer', record: { kind: 'customer', id } }, shop.now());
  return {
    customer,
    totals: totals.get(id) ?? NO_ORDERS,
    addresses,
    /** When the email address was subscribed to the newsletter, in epoch ms. Null if it is not subscribed. */
    subscribedAt: subscriber?.created_at ?? null,
    /** The number of sold-out items that the customer is waiting for. */
    awaitedItemCount: Number(requests.count),
    /** The number of devices on which the customer is logged in. */
    sessionCount: Number(sessions.count),
  };
}

/**
 * Reads the customer's profile and rows for download by staff, and records the export in the audit log. Throws
 * `not_found` if the account does not exist.
 */
export async function exportCustomerData(shop: Pick<Shop, 'db' | 'now'>, id: string): Promise<Record<string, unknown>> {
  const customer = await readCustomer(shop, id);
  const event = { action: 'export customer', record: { kind: 'customer', id } };
  await transaction(shop.db, (tx) => recordAudit(tx, event, shop.now()));
  return readCustomerData(shop, customer);
}

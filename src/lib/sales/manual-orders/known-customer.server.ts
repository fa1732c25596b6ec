import type { Kysely } from 'kysely';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { readAddresses } from '#lib/sales/address/address.server.ts';
import { type OrderAddress, orderAddress } from '#lib/sales/address/address.ts';

export interface KnownCustomer {
  name: string;
  mobile: string;
  email: string;
  address: OrderAddress;
  /** The customer's last order. Undefined if the customer is known only from the account. */
  lastOrder: { number: string; at: number } | undefined;
}

const MAX_ORDERS = 20;

/**
 * Finds a customer by the last order with this mobile number. If there is none, finds a customer by the last order with
 * this email address, or by the account with this email address and a saved address. Ignores collected orders, which
 * have the shop's address. Returns undefined if nobody matches. An empty mobile number or email address matches nobody.
 */
export async function findKnownCustomer(
  db: Kysely<Tables>,
  { mobile, email }: { mobile: string; email: string },
): Promise<KnownCustomer | undefined> {
  return (
    (mobile ? await customerOfMobile(db, mobile) : undefined) ??
    (email ? ((await customerOfOrders(db, email)) ?? (await customerOfAccount(db, email))) : undefined)
  );
}

const COLUMNS = ['number', 'orders.created_at', 'email', 'mobile', 'address_json'] as const;
type OrderContact = Pick<Tables['orders'], 'number' | 'created_at' | 'email' | 'mobile' | 'address_json'>;

/**
 * Finds orders with the index of the order search, and then compares the mobile numbers, because other search terms,
 * such as tracking numbers, may have the same digits.
 */
async function customerOfMobile(db: Kysely<Tables>, mobile: string): Promise<KnownCustomer | undefined> {
  const orders = await db
    .selectFrom('order_term')
    .innerJoin('orders', 'orders.id', 'order_term.order_id')
    .select(COLUMNS)
    .where('term', '=', mobile)
    .where('collected', '=', 0)
    .orderBy('orders.created_at', 'desc')
    .limit(MAX_ORDERS)
    .execute();
  const order = orders.find((candidate) => candidate.mobile === mobile || addressOf(candidate).mobile === mobile);
  return order && customerOf(order);
}

async function customerOfOrders(db: Kysely<Tables>, email: string): Promise<KnownCustomer | undefined> {
  const order = await db
    .selectFrom('orders')
    .select(COLUMNS)
    .where('email', '=', email)
    .where('collected', '=', 0)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return order && customerOf(order);
}

async function customerOfAccount(db: Kysely<Tables>, email: string): Promise<KnownCustomer | undefined> {
  const customer = await db.selectFrom('customer').selectAll().where('email', '=', email).executeTakeFirst();
  const [address] = customer ? await readAddresses(db, customer.id) : [];
  if (!customer || !address) return undefined;
  const { name, mobile } = customer;
  return {
    ...{ name: name || address.name, mobile: mobile || address.mobile, email },
    ...{ address: orderAddress(address), lastOrder: undefined },
  };
}

function customerOf(order: OrderContact): KnownCustomer {
  const address = addressOf(order);
  const { number, created_at: at, email, mobile } = order;
  return { name: address.name, mobile, email, address, lastOrder: { number, at } };
}

function addressOf({ address_json }: OrderContact): OrderAddress {
  return JSON.parse(address_json) as OrderAddress;
}

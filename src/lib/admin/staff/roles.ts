import type { Role } from '#lib/platform/db/tables/admin.ts';
import type { OrderScope } from '#lib/sales/orders/record/order-scope.ts';

export type { Role } from '#lib/platform/db/tables/admin.ts';

const PERMISSIONS = [
  /** Granted to everyone with access to the admin. */
  'any',
  'read orders',
  'change orders',
  'export orders',
  /** Set prices in an order that differ from the catalogue's. */
  'set prices',
  /** Decide exchanges. Also opens the inbox. */
  'exchanges',
  /** Handle tickets, messages and reviews. */
  'answer customers',
  /** Use the list of customers, the newsletter, searches and back-in-stock requests. */
  'customers',
  /** Change the journal, questions and policies. */
  'change content',
  'read products',
  'change product texts',
  'change stock',
  /** Create, import and delete products, and change their prices and sales. */
  'manage products',
  /** See the sales on the admin's first page. */
  'see sales',
  /** See the pages about months, tax and cash. */
  'read money',
  'upload settlements',
  /** Make changes to orders that make a refund due. */
  'refund',
  'change settings',
  /** Manage staff, and read the audit log. */
  'staff',
] as const;

/** A permission that a role may have in the admin. */
export type Permission = (typeof PERMISSIONS)[number];

interface RoleDefinition {
  label: string;
  /** The description in the list of staff. */
  description: string;
  permissions: readonly Permission[];
  orderScope: OrderScope;
}

/** The roles, in display order. */
export const ROLES: Readonly<Record<Role, RoleDefinition>> = {
  owner: {
    label: 'Owner',
    description: 'Everything',
    permissions: PERMISSIONS,
    orderScope: 'all',
  },
  packer: {
    label: 'Packer',
    description: 'Open orders, printing, stock and exchanges; no money except cash received on delivery',
    permissions: ['any', 'read orders', 'change orders', 'exchanges', 'read products', 'change stock'],
    orderScope: 'open',
  },
  writer: {
    label: 'Writer',
    description: 'Journal, questions, policies and product texts',
    permissions: ['any', 'change content', 'read products', 'change product texts'],
    orderScope: 'open',
  },
  accountant: {
    label: 'Accountant',
    description: 'Reads and exports orders, invoices and money',
    permissions: ['any', 'read orders', 'export orders', 'see sales', 'read money'],
    orderScope: 'all',
  },
};

export const ROLE_NAMES = Object.keys(ROLES) as Role[];

/** The roles that may refund. */
export const REFUNDING_ROLES: readonly Role[] = ROLE_NAMES.filter((role) => isAllowed(role, 'refund'));

export function isAllowed(role: Role, permission: Permission): boolean {
  return ROLES[role].permissions.includes(permission);
}

/** Returns the scope of orders for a role. `open` excludes closed orders: delivered, cancelled or returned. */
export function orderScopeOf(role: Role): OrderScope {
  return ROLES[role].orderScope;
}

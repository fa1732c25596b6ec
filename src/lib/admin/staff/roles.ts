import type { Role } from '#lib/platform/db/tables/admin.ts';
import type { OrderScope } from '#lib/sales/orders/record/order-scope.ts';

export type { Role } from '#lib/platform/db/tables/admin.ts';

/**
 * What a role may do in the admin. `any` is everyone with access; `refund` is for changes that make a refund due; `set
 * prices` for prices in orders that differ from the catalogue; `manage products` for creating, importing and deleting
 * products, and their prices and sales; `answer customers` for tickets, messages and reviews; `exchanges` also opens
 * the inbox; `customers` is for the list of customers, newsletter, searches and back-in-stock requests; `change
 * content` for journal, questions and policies; `see sales` for the sales on the first page; `read money` for months,
 * tax and cash; `staff` also for the audit log.
 */
export type Permission =
  | 'any'
  | 'read orders'
  | 'change orders'
  | 'export orders'
  | 'set prices'
  | 'exchanges'
  | 'answer customers'
  | 'customers'
  | 'change content'
  | 'read products'
  | 'change product texts'
  | 'change stock'
  | 'manage products'
  | 'see sales'
  | 'read money'
  | 'upload settlements'
  | 'refund'
  | 'change settings'
  | 'staff';

interface RoleInfo {
  label: string;
  /** For the list of staff. */
  description: string;
  permissions: readonly Permission[];
  orders: OrderScope;
}

/** In display order. */
export const ROLES: Readonly<Record<Role, RoleInfo>> = {
  owner: {
    label: 'Owner',
    description: 'Everything',
    permissions: [
      'any',
      'read orders',
      'change orders',
      'export orders',
      'set prices',
      'exchanges',
      'answer customers',
      'customers',
      'change content',
      'read products',
      'change product texts',
      'change stock',
      'manage products',
      'see sales',
      'read money',
      'upload settlements',
      'refund',
      'change settings',
      'staff',
    ],
    orders: 'all',
  },
  packer: {
    label: 'Packer',
    description: 'Open orders, printing, stock and exchanges; no money except cash received on delivery',
    permissions: ['any', 'read orders', 'change orders', 'exchanges', 'read products', 'change stock'],
    orders: 'open',
  },
  writer: {
    label: 'Writer',
    description: 'Journal, questions, policies and product texts',
    permissions: ['any', 'change content', 'read products', 'change product texts'],
    orders: 'open',
  },
  accountant: {
    label: 'Accountant',
    description: 'Reads and exports orders, invoices and money',
    permissions: ['any', 'read orders', 'export orders', 'see sales', 'read money'],
    orders: 'all',
  },
};

export const ROLE_NAMES = Object.keys(ROLES) as Role[];

/** Roles that may refund. */
export const REFUNDING_ROLES: readonly Role[] = ROLE_NAMES.filter((role) => isAllowed(role, 'refund'));

export function isAllowed(role: Role, permission: Permission): boolean {
  return ROLES[role].permissions.includes(permission);
}

/** The scope `open` excludes closed orders: delivered, cancelled or returned. */
export function orderScopeOf(role: Role): OrderScope {
  return ROLES[role].orders;
}

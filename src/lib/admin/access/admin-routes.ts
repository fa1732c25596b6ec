import type { Permission } from '#lib/admin/staff/roles.ts';

/**
 * Whom a route of the admin is for: `public` before signing in; `enrolling` also with a session that may only add a
 * sign-in method; otherwise the permission that it needs.
 */
export type AdminAccess = 'public' | 'enrolling' | Permission;

/** By Astro's name of the route. A route that is not listed answers 404. */
export const ADMIN_ROUTES: Readonly<Record<string, AdminAccess>> = {
  '/admin': 'any',
  '/admin/account': 'enrolling',
  '/admin/account/add-authenticator': 'enrolling',
  '/admin/account/add-passkey': 'enrolling',
  '/admin/account/authenticator': 'enrolling',
  '/admin/account/devices/[id]/end': 'any',
  '/admin/account/new-authenticator': 'enrolling',
  '/admin/account/passkey-options': 'enrolling',
  '/admin/account/passkeys/[id]/remove': 'any',
  '/admin/confirm': 'any',
  '/admin/confirm/code': 'any',
  '/admin/confirm/passkey': 'any',
  '/admin/confirm/passkey-options': 'any',
  '/admin/demo': 'public',
  '/admin/log': 'staff',
  '/admin/orders': 'read orders',
  '/admin/orders/[id]': 'read orders',
  '/admin/orders/[id]/address': 'change orders',
  '/admin/orders/[id]/cancel': 'change orders',
  '/admin/orders/[id]/credit': 'change orders',
  '/admin/orders/[id]/credit/save': 'change orders',
  '/admin/orders/[id]/message': 'change orders',
  '/admin/orders/[id]/move': 'change orders',
  '/admin/orders/[id]/notes/add': 'change orders',
  '/admin/orders/[id]/notes/delete': 'change orders',
  '/admin/orders/[id]/notes/restore': 'change orders',
  '/admin/orders/[id]/pack': 'change orders',
  '/admin/orders/[id]/pack/all': 'change orders',
  '/admin/orders/[id]/pack/scan': 'change orders',
  '/admin/orders/[id]/pack/undo': 'change orders',
  '/admin/orders/[id]/resend': 'change orders',
  '/admin/orders/[id]/send-refunds': 'refund',
  '/admin/orders/[id]/tracking': 'change orders',
  '/admin/orders/[id]/undo': 'change orders',
  '/admin/orders/bulk': 'change orders',
  '/admin/orders/bulk/[id]': 'change orders',
  '/admin/orders/bulk/[id]/continue': 'change orders',
  '/admin/orders/bulk/[id]/undo': 'change orders',
  '/admin/orders/bulk/start': 'change orders',
  '/admin/orders/drafts/[id]': 'change orders',
  '/admin/orders/drafts/[id]/accept': 'change orders',
  '/admin/orders/drafts/[id]/add': 'change orders',
  '/admin/orders/drafts/[id]/address': 'change orders',
  '/admin/orders/drafts/[id]/contact': 'change orders',
  '/admin/orders/drafts/[id]/delete': 'change orders',
  '/admin/orders/drafts/[id]/find': 'change orders',
  '/admin/orders/drafts/[id]/hand-over': 'set prices',
  '/admin/orders/drafts/[id]/last-address': 'change orders',
  '/admin/orders/drafts/[id]/place': 'change orders',
  '/admin/orders/drafts/[id]/price': 'set prices',
  '/admin/orders/drafts/[id]/quantity': 'change orders',
  '/admin/orders/drafts/[id]/remove': 'change orders',
  '/admin/orders/drafts/start': 'change orders',
  '/admin/orders/export': 'export orders',
  '/admin/orders/new': 'change orders',
  '/admin/packing': 'change orders',
  '/admin/print': 'read orders',
  '/admin/print/labels': 'change orders',
  '/admin/sign-in': 'public',
  '/admin/sign-in/authenticator': 'public',
  '/admin/sign-in/code': 'public',
  '/admin/sign-in/enter-code': 'public',
  '/admin/sign-in/passkey': 'public',
  '/admin/sign-in/passkey-options': 'public',
  '/admin/sign-in/request-code': 'public',
  '/admin/sign-out': 'enrolling',
  '/admin/staff': 'staff',
  '/admin/staff/[id]/end': 'staff',
  '/admin/staff/invite': 'staff',
  '/admin/staff/refund-limit': 'staff',
  '/admin/views/[id]/delete': 'any',
  '/admin/views/[id]/rename': 'any',
  '/admin/views/save': 'any',
};

export const SIGN_IN_PATH = '/admin/sign-in';
export const ACCOUNT_PATH = '/admin/account';
export const CONFIRM_PATH = '/admin/confirm';

export function isAdminRoute(pattern: string): boolean {
  return pattern === '/admin' || pattern.startsWith('/admin/');
}

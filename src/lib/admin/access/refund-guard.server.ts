import { CONFIRM_FIRST } from '#lib/admin/access/admin-endpoint.server.ts';
import type { StaffSession } from '#lib/admin/sign-in/sessions.server.ts';
import { countTowardsRefundLimit } from '#lib/admin/staff/refund-limits.server.ts';
import { isAllowed } from '#lib/admin/staff/roles.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import type { ChangeOptions } from '#lib/sales/orders/record/change-order.server.ts';

const NOT_ALLOWED = 'This would start a refund, which your role does not allow. Ask an owner of the shop.';

/**
 * Returns the checks for a change to an order that may make a refund due. The refund needs the permission and step-up
 * authentication, and must not exceed the person's daily limit. The checks throw a ShopError with the code `refused` or
 * `not_logged_in`.
 */
export function refundGuard(
  { now }: Pick<Shop, 'now'>,
  session: Pick<StaffSession, 'staffId' | 'role' | 'isConfirmed'>,
): Required<Pick<ChangeOptions, 'beforeRefund'>> {
  return {
    async beforeRefund(tx, paise) {
      requireRefundPermission(session);
      if (!session.isConfirmed) throw new ShopError('not_logged_in', CONFIRM_FIRST);
      await countTowardsRefundLimit(tx, { staffId: session.staffId, role: session.role, paise, at: now() });
    },
  };
}

/** Throws a ShopError with the code `refused` for a role that may not make refunds. */
export function requireRefundPermission({ role }: Pick<StaffSession, 'role'>): void {
  if (!isAllowed(role, 'refund')) throw new ShopError('refused', NOT_ALLOWED);
}

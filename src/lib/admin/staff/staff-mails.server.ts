import { ROLES, type Role } from '#lib/admin/staff/roles.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { queueMail } from '#lib/platform/mail/outbox.server.ts';
import { ownerRecipient } from '#lib/platform/mail/recipient.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

type MailShop = Pick<Shop, 'db' | 'settings' | 'now'>;

export async function mailInvitation(
  { db, settings, now }: MailShop,
  tx: Tx,
  { email, name, role }: { email: string; name: string; role: Role },
): Promise<void> {
  const shopName = shopSettings(db).name;
  const content = {
    heading: `You are invited to the admin of ${shopName}`,
    lines: [
      `Hello ${name}, you can now open the admin of ${shopName} as ${ROLES[role].label.toLowerCase()}.`,
      'Sign in with this email address. We send you a code, and you add a passkey or an authenticator app.',
    ],
    action: { label: 'Open the admin', url: `${settings.siteUrl}/admin/sign-in/code` },
  };
  const to = ownerRecipient(email);
  await queueMail(tx, { to, kind: 'staff_invitation', subject: content.heading, content, now: now() });
}

/**
 * Emails all owners about a change to the access to the admin, except `excludedEmail`, who gets a different email about
 * the change.
 */
export async function mailOwners(
  { db, settings, now }: MailShop,
  tx: Tx,
  { heading, lines, excludedEmail }: { heading: string; lines: string[]; excludedEmail?: string },
): Promise<void> {
  const owners = await tx
    .selectFrom('staff')
    .select('email')
    .where('role', '=', 'owner')
    .where('ended_at', 'is', null)
    .where('email', '!=', excludedEmail ?? '')
    .execute();
  const content = {
    heading,
    lines: [...lines, 'If you did not expect this, check the list of staff, and end any access that should not exist.'],
    action: { label: 'Open the list of staff', url: `${settings.siteUrl}/admin/staff` },
  };
  const subject = `${shopSettings(db).name}: ${heading}`;
  for (const { email } of owners)
    await queueMail(tx, { to: ownerRecipient(email), kind: 'staff_notice', subject, content, now: now() });
}

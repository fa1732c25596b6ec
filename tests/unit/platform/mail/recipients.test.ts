import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Returns the files in src that call a function. Nothing else verifies that these calls are allowed. */
function callers(name: string): string[] {
  return globSync('src/**/*.{ts,tsx,astro}')
    .filter((file) => !file.endsWith('mail/recipient.server.ts') && readFileSync(file, 'utf8').includes(`${name}(`))
    .sort();
}

test('only the listed files mark an address as verified by a code or a login', () => {
  expect(callers('verifiedRecipient')).toEqual([
    'src/lib/customers/newsletter/newsletter-mails.server.ts',
    'src/lib/customers/support/ticket-mail.server.ts',
    'src/lib/sales/account/delete-account.server.ts',
    'src/lib/sales/back-in-stock/restock-mails.server.ts',
    'src/lib/sales/orders/record/order-recipient.server.ts',
  ]);
});

test('only the listed files send to the addresses of the owner and staff', () => {
  expect(callers('ownerRecipient')).toEqual([
    'src/lib/admin/staff/staff-mails.server.ts',
    'src/lib/customers/contact/contact.server.ts',
    'src/lib/shop/owner-notices/notify-owner.server.ts',
  ]);
});

test('only the listed files, which count login codes, create a recipient for immediate emails', () => {
  expect(callers('countedRecipient')).toEqual([
    'src/lib/admin/sign-in/mailed-code.server.ts',
    'src/lib/customers/auth/code-budgets.server.ts',
  ]);
  expect(callers('loginRecipient')).toEqual(['src/lib/customers/auth/login.server.ts']);
});

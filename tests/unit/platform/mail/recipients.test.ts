import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Files under src that call a function, by the source alone: what they say of an address nobody else can check. */
function callers(name: string): string[] {
  return globSync('src/**/*.{ts,tsx,astro}')
    .filter((file) => !file.endsWith('mail/recipient.server.ts') && readFileSync(file, 'utf8').includes(`${name}(`))
    .sort();
}

test('only what has read a row that a code or a login has proven calls an address proven', () => {
  expect(callers('provenRecipient')).toEqual([
    'src/lib/account/delete-account.server.ts',
    'src/lib/newsletter/newsletter-mails.server.ts',
    'src/lib/orders/order-recipient.server.ts',
    'src/lib/restock/restock-mails.server.ts',
    'src/lib/tickets/ticket-mail.server.ts',
  ]);
});

test('the owner’s addresses come from the settings', () => {
  expect(callers('ownerRecipient')).toEqual([
    'src/lib/contact/contact.server.ts',
    'src/lib/owner/tell-owner.server.ts',
  ]);
});

test('only the counting of codes makes a recipient for what leaves at once', () => {
  expect(callers('countedRecipient')).toEqual(['src/lib/auth/code-budgets.server.ts']);
  expect(callers('countedByLogin')).toEqual(['src/lib/auth/login.server.ts']);
});

import { expect, test } from 'vitest';
import { addressedMailNote, mailNote } from '#lib/sales/orders/mail/mail-note.ts';

test('a message for staff mentions the email to the customer only if the order has an email address', () => {
  expect(`It is cancelled.${mailNote('asha@example.in')}`).toBe('It is cancelled. The customer gets an email.');
  expect(`It is cancelled.${addressedMailNote('asha@example.in')}`).toBe(
    'It is cancelled. asha@example.in gets an email.',
  );
  expect(mailNote('') + addressedMailNote('')).toBe('');
});

import { describe, expect, test } from 'vitest';
import { replyFormSchema, ticketSchema } from '#lib/customers/support/ticket.schema.ts';
import { fieldErrors } from '#lib/primitives/field-errors.ts';

const VALID = { subject: "Where's my parcel?", priority: 'low', message: 'It has not come yet.' };
const SUBJECT = 'Subject must be at least 3 characters (letters, numbers, punctuation).';
const MESSAGE = 'Message must be at least 10 characters.';

describe('a ticket', () => {
  test.each(['abc', 'A-1', 'कब आएगा', 'Size 7, colour red. Now!', 'It’s late'])('accepts the subject %s', (subject) => {
    expect(fieldErrors(ticketSchema, { ...VALID, subject })).toBeUndefined();
  });

  test.each(['', 'ab', '  a  ', '<b>bold</b>', 'a/b/c', 'a\nb c', 'x'.repeat(151)])(
    'rejects the subject %j',
    (subject) => {
      const message = subject.length > 150 ? 'Subject must be at most 150 characters.' : SUBJECT;
      expect(fieldErrors(ticketSchema, { ...VALID, subject })).toEqual({ subject: message });
    },
  );

  test('requires a known priority, and a message of at least ten characters', () => {
    expect(fieldErrors(ticketSchema, { ...VALID, priority: 'urgent' })).toEqual({
      priority: 'Please select a priority.',
    });
    expect(fieldErrors(ticketSchema, { ...VALID, message: 'too short ' })).toEqual({ message: MESSAGE });
    expect(fieldErrors(ticketSchema, {})).toEqual({
      subject: SUBJECT,
      priority: 'Please select a priority.',
      message: MESSAGE,
    });
  });
});

describe('a reply', () => {
  test('requires at most 500 characters, counted as in the form', () => {
    expect(fieldErrors(replyFormSchema, { message: ' \n ' })?.message).toBe('Description is required');
    expect(fieldErrors(replyFormSchema, { message: 'x'.repeat(501) })?.message).toBe(
      'Description must be at most 500 characters',
    );
    expect(fieldErrors(replyFormSchema, { message: 'x'.repeat(500) })?.message).toBeUndefined();
    expect(fieldErrors(replyFormSchema, { message: `${'x\r\n'.repeat(249)}xx` })?.message).toBeUndefined();
  });
});

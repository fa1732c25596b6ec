import { describe, expect, test } from 'vitest';
import { replyFormSchema, ticketSchema } from '#lib/customers/support/ticket.schema.ts';
import { fieldErrors } from '#lib/primitives/field-errors.ts';

const VALID_TICKET = { subject: "Where's my parcel?", priority: 'low', message: 'It has not come yet.' };
const SUBJECT_ERROR = 'Subject must be at least 3 characters (letters, numbers, punctuation).';
const MESSAGE_ERROR = 'Message must be at least 10 characters.';

describe('a ticket', () => {
  test.each(['abc', 'A-1', 'कब आएगा', 'Size 7, colour red. Now!', 'It’s late'])('accepts the subject %s', (subject) => {
    expect(fieldErrors(ticketSchema, { ...VALID_TICKET, subject })).toBeUndefined();
  });

  test.each(['', 'ab', '  a  ', '<b>bold</b>', 'a/b/c', 'a\nb c', 'x'.repeat(151)])(
    'rejects the subject %j',
    (subject) => {
      const message = subject.length > 150 ? 'Subject must be at most 150 characters.' : SUBJECT_ERROR;
      expect(fieldErrors(ticketSchema, { ...VALID_TICKET, subject })).toEqual({ subject: message });
    },
  );

  test('requires a known priority, and a message of at least ten characters', () => {
    expect(fieldErrors(ticketSchema, { ...VALID_TICKET, priority: 'urgent' })).toEqual({
      priority: 'Please select a priority.',
    });
    expect(fieldErrors(ticketSchema, { ...VALID_TICKET, message: 'too short ' })).toEqual({ message: MESSAGE_ERROR });
    expect(fieldErrors(ticketSchema, {})).toEqual({
      subject: SUBJECT_ERROR,
      priority: 'Please select a priority.',
      message: MESSAGE_ERROR,
    });
  });
});

describe('a reply', () => {
  test('requires a description of at most 500 characters, counted as in the form', () => {
    expect(fieldErrors(replyFormSchema, { message: ' \n ' })?.message).toBe('Description is required');
    expect(fieldErrors(replyFormSchema, { message: 'x'.repeat(501) })?.message).toBe(
      'Description must be at most 500 characters',
    );
    expect(fieldErrors(replyFormSchema, { message: 'x'.repeat(500) })?.message).toBeUndefined();
    expect(fieldErrors(replyFormSchema, { message: `${'x\r\n'.repeat(249)}xx` })?.message).toBeUndefined();
  });
});

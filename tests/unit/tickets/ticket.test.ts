import { describe, expect, test } from 'vitest';
import { replyError, ticketErrors } from '#lib/tickets/ticket.schema.ts';

const GOOD = { subject: "Where's my parcel?", priority: 'low', message: 'It has not come yet.' };
const SUBJECT = 'Subject must be at least 3 characters (letters, numbers, punctuation).';
const MESSAGE = 'Message must be at least 10 characters.';

describe('a ticket', () => {
  test.each(['abc', 'A-1', 'कब आएगा', 'Size 7, colour red. Now!', 'It’s late'])('takes the subject %s', (subject) => {
    expect(ticketErrors({ ...GOOD, subject })).toBeUndefined();
  });

  test.each(['', 'ab', '  a  ', '<b>bold</b>', 'a/b/c', 'a\nb c', 'x'.repeat(151)])(
    'refuses the subject %j',
    (subject) => {
      const words = subject.length > 150 ? 'Subject must be at most 150 characters.' : SUBJECT;
      expect(ticketErrors({ ...GOOD, subject })).toEqual({ subject: words });
    },
  );

  test('needs a priority of the three, and a message of ten characters', () => {
    expect(ticketErrors({ ...GOOD, priority: 'urgent' })).toEqual({ priority: 'Please select a priority.' });
    expect(ticketErrors({ ...GOOD, message: 'too short ' })).toEqual({ message: MESSAGE });
    expect(ticketErrors({})).toEqual({ subject: SUBJECT, priority: 'Please select a priority.', message: MESSAGE });
  });
});

describe('a reply', () => {
  test('needs words, and at most 500 characters as the counter counts them', () => {
    expect(replyError(' \n ')).toBe('Description is required');
    expect(replyError('x'.repeat(501))).toBe('Description must be at most 500 characters');
    expect(replyError('x'.repeat(500))).toBeUndefined();
    expect(replyError(`${'x\r\n'.repeat(249)}xx`)).toBeUndefined();
  });
});

import { expect, test } from 'vitest';
import { joinMails, type WaitingMail } from '#lib/platform/mail/join-mails.ts';
import { mailHtml, mailText } from '#lib/platform/mail/mail-text.server.ts';
import { paceKey } from '#lib/platform/mail/pace.ts';

let count = 0;
function mail(thread: string | null, heading: string, changes: Partial<WaitingMail> = {}): WaitingMail {
  count += 1;
  const action = { label: 'See your order', url: `https://shop.example/${count}` };
  const content = { heading, lines: [`About ${heading}.`], action };
  const id = String(count).padStart(5, '0');
  return {
    id,
    to_address: 'asha@example.in',
    thread,
    subject: heading,
    content,
    headers: null,
    created_at: count,
    ...changes,
  };
}

test('joins emails about the same order under the newest, but not emails about two different orders', () => {
  const waitingMails = [mail('a', 'A placed'), mail('b', 'B placed'), mail('a', 'A cancelled')];
  const joinedMails = joinMails(waitingMails, false);
  expect(joinedMails.map(({ subject }) => subject)).toEqual(['B placed', 'A cancelled']);
  expect(joinedMails[1]).toMatchObject({ thread: 'a', joinedIds: [waitingMails[0]?.id] });
  const text = mailText(joinedMails[1]?.content ?? { heading: '', lines: [] });
  expect(text.indexOf('About A cancelled.')).toBeLessThan(text.indexOf('About A placed.'));
  expect(text).toContain('https://shop.example/1');
});

test('joins emails about three orders, or to a mailbox over its budget, into one that states their number', () => {
  const threeMails = [mail('a', 'A'), mail('b', 'B'), mail('c', 'C')];
  expect(joinMails(threeMails, false).map(({ subject }) => subject)).toEqual(['C (and 2 more)']);
  expect(joinMails(threeMails.slice(0, 2), true).map(({ subject }) => subject)).toEqual(['B (and 1 more)']);
});

test('joins an already joined email any number of times without losing the count', () => {
  let [joinedMail]: WaitingMail[] = [];
  for (let n = 0; n < 100; n++) {
    const nextMail = mail(`order-${n}`, `Order ${n}`);
    [joinedMail] = joinMails(joinedMail ? [joinedMail, nextMail] : [nextMail], true);
  }
  expect(joinedMail?.subject).toBe('Order 99 (and 99 more)');
  expect(joinedMail?.content.sections).toHaveLength(30);
  expect(joinedMail?.content.more).toBe(69);
  const html = mailHtml(joinedMail?.content ?? { heading: '', lines: [] });
  expect(html).toContain('And 69 more like these.');
  expect(html.length).toBeLessThan(30_000);
});

test('does not join an email without a thread, or emails to different addresses', () => {
  const waitingMails = [mail(null, 'Welcome'), mail('a', 'A'), mail('b', 'B', { to_address: 'asha+x@example.in' })];
  expect(joinMails(waitingMails, true).map(({ subject }) => subject)).toEqual(['Welcome', 'A', 'B']);
});

test('a joined email has the Reply-To address of its emails only if it is the same in all of them', () => {
  const from = (email: string) => ({ headers: { 'Reply-To': email, 'X-Own': 'a' } });
  const [firstMail, secondMail] = [mail('a', 'A', from('asha@example.in')), mail('a', 'A2', from('asha@example.in'))];
  expect(joinMails([firstMail, secondMail], true)[0]?.headers).toEqual(secondMail.headers);
  const [joinedMail] = joinMails([firstMail, mail('b', 'B', from('bina@example.in'))], true);
  expect(joinedMail?.headers).toEqual({ 'X-Own': 'a' });
  expect(joinMails([mail('o', 'Order'), mail('a', 'A', from('asha@example.in'))], true)[0]?.headers).toEqual({
    'X-Own': 'a',
  });
});

test('keeps the order of emails with the same time', () => {
  const waitingMails = [mail('a', 'placed', { created_at: 7 }), mail('a', 'cancelled', { created_at: 7 })];
  expect(joinMails(waitingMails.toReversed(), false)[0]?.subject).toBe('cancelled');
});

test('escapes user input in sections', () => {
  const maliciousHtml = '<img src=x onerror="alert(1)">';
  const html = mailHtml({
    heading: 'x',
    lines: [],
    sections: [{ heading: maliciousHtml, lines: [maliciousHtml], action: { label: maliciousHtml, url: '"><b>' } }],
  });
  expect(html).not.toContain('<img');
  expect(html).not.toContain('"><b>');
});

test('all spellings of a mailbox share a rate limit, but typed and proven addresses do not', () => {
  expect(paceKey('typed', 'A.sha+1@Gmail.com')).toBe(paceKey('typed', 'asha@gmail.com'));
  expect(paceKey('typed', 'asha@gmail.com')).not.toBe(paceKey('proven', 'asha@gmail.com'));
});

const SHEET = { goods: [{ what: '1 × Scarf', notes: [], amount: '₹300.00' }], sums: [], facts: [] };

test('omits the email about an awaited payment after the payment, and lists the items of an order only once', () => {
  const pendingMail = mail('a', 'A waits');
  const paidMail = mail('a', 'A paid');
  const otherOrderMail = mail('b', 'B waits');
  for (const temporaryMail of [pendingMail, otherOrderMail])
    temporaryMail.content = { ...temporaryMail.content, sheet: SHEET, isPassing: true };
  paidMail.content = { ...paidMail.content, sheet: SHEET };
  const [joinedMail] = joinMails([pendingMail, paidMail], false);
  expect(joinedMail).toMatchObject({ subject: 'A paid', joinedIds: [pendingMail.id] });
  expect(mailText(joinedMail?.content ?? pendingMail.content)).not.toContain('A waits');
  const shippedMail = mail('a', 'A shipped');
  shippedMail.content = { ...shippedMail.content, sheet: SHEET };
  const [orderMail] = joinMails([pendingMail, paidMail, shippedMail], false);
  const text = mailText(orderMail?.content ?? pendingMail.content);
  expect(text).toContain('* A paid');
  expect(text.match(/1 × Scarf/g)).toHaveLength(1);
  const [mailOfTwoOrders] = joinMails([otherOrderMail, pendingMail, paidMail], true);
  const textOfTwoOrders = mailText(mailOfTwoOrders?.content ?? pendingMail.content);
  expect(textOfTwoOrders, 'the email about another order is included').toContain('B waits');
  expect(textOfTwoOrders.match(/1 × Scarf/g)).toHaveLength(2);
  expect(mailHtml(mailOfTwoOrders?.content ?? pendingMail.content).match(/1 × Scarf/g)).toHaveLength(2);
});

test('one email about many orders is short enough to be displayed in full', () => {
  const goods = Array.from({ length: 10 }, (_, n) => ({
    what: `1 × Kurta ${n}`,
    notes: ['Ships later'],
    amount: '₹1.00',
  }));
  const mails = Array.from({ length: 40 }, (_, n) => mail(`order-${n}`, `Order ${n}`));
  for (const orderMail of mails) orderMail.content = { ...orderMail.content, sheet: { ...SHEET, goods } };
  const [joinedMail] = joinMails(mails, true);
  const html = mailHtml(joinedMail?.content ?? { heading: '', lines: [] });
  expect(html).toContain('Order 39');
  // Gmail truncates emails of more than 102 kB.
  expect(html.length).toBeLessThan(60_000);
});

import { expect, test } from 'vitest';
import { joinMails, type WaitingMail } from '#lib/platform/mail/join-mails.ts';
import { mailHtml, mailText } from '#lib/platform/mail/mail-text.server.ts';
import { paceKey } from '#lib/platform/mail/pace.ts';

let count = 0;
function mail(thread: string | null, heading: string, more: Partial<WaitingMail> = {}): WaitingMail {
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
    ...more,
  };
}

test('joins emails of one order under the newest; two orders stay two mails', () => {
  const waiting = [mail('a', 'A placed'), mail('b', 'B placed'), mail('a', 'A cancelled')];
  const joined = joinMails(waiting, false);
  expect(joined.map(({ subject }) => subject)).toEqual(['B placed', 'A cancelled']);
  expect(joined[1]).toMatchObject({ thread: 'a', joinedIds: [waiting[0]?.id] });
  const text = mailText(joined[1]?.content ?? { heading: '', lines: [] });
  expect(text.indexOf('About A cancelled.')).toBeLessThan(text.indexOf('About A placed.'));
  expect(text).toContain('https://shop.example/1');
});

test('emails about three orders, or to a mailbox over its budget, become one that counts the others', () => {
  const three = [mail('a', 'A'), mail('b', 'B'), mail('c', 'C')];
  expect(joinMails(three, false).map(({ subject }) => subject)).toEqual(['C (and 2 more)']);
  expect(joinMails(three.slice(0, 2), true).map(({ subject }) => subject)).toEqual(['B (and 1 more)']);
});

test('a joined mail can be joined again, any number of times, without losing the count', () => {
  let [joined]: WaitingMail[] = [];
  for (let n = 0; n < 100; n++) {
    const next = mail(`order-${n}`, `Order ${n}`);
    [joined] = joinMails(joined ? [joined, next] : [next], true);
  }
  expect(joined?.subject).toBe('Order 99 (and 99 more)');
  expect(joined?.content.sections).toHaveLength(30);
  expect(joined?.content.more).toBe(69);
  const html = mailHtml(joined?.content ?? { heading: '', lines: [] });
  expect(html).toContain('And 69 more like these.');
  expect(html.length).toBeLessThan(30_000);
});

test('an email without a thread stays separate, and emails to different addresses are not joined', () => {
  const waiting = [mail(null, 'Welcome'), mail('a', 'A'), mail('b', 'B', { to_address: 'asha+x@example.in' })];
  expect(joinMails(waiting, true).map(({ subject }) => subject)).toEqual(['Welcome', 'A', 'B']);
});

test('a reply goes to the sender of the joined emails, or to nobody if there are several', () => {
  const from = (email: string) => ({ headers: { 'Reply-To': email, 'X-Own': 'a' } });
  const [asha, second] = [mail('a', 'A', from('asha@example.in')), mail('a', 'A2', from('asha@example.in'))];
  expect(joinMails([asha, second], true)[0]?.headers).toEqual(second.headers);
  const [joined] = joinMails([asha, mail('b', 'B', from('bina@example.in'))], true);
  expect(joined?.headers).toEqual({ 'X-Own': 'a' });
  expect(joinMails([mail('o', 'Order'), mail('a', 'A', from('asha@example.in'))], true)[0]?.headers).toEqual({
    'X-Own': 'a',
  });
});

test('emails with the same time keep their order', () => {
  const waiting = [mail('a', 'placed', { created_at: 7 }), mail('a', 'cancelled', { created_at: 7 })];
  expect(joinMails(waiting.toReversed(), false)[0]?.subject).toBe('cancelled');
});

test('texts typed by people are escaped in sections too', () => {
  const evil = '<img src=x onerror="alert(1)">';
  const html = mailHtml({
    heading: 'x',
    lines: [],
    sections: [{ heading: evil, lines: [evil], action: { label: evil, url: '"><b>' } }],
  });
  expect(html).not.toContain('<img');
  expect(html).not.toContain('"><b>');
});

test('all spellings of a mailbox share a pace, but typed and proven addresses do not', () => {
  expect(paceKey('typed', 'A.sha+1@Gmail.com')).toBe(paceKey('typed', 'asha@gmail.com'));
  expect(paceKey('typed', 'asha@gmail.com')).not.toBe(paceKey('proven', 'asha@gmail.com'));
});

const SHEET = { goods: [{ what: '1 × Scarf', notes: [], amount: '₹300.00' }], sums: [], facts: [] };

test('leaves out the email about an awaited payment once it is paid, and lists the items of one order once', () => {
  const awaiting = mail('a', 'A waits');
  const paid = mail('a', 'A paid');
  const other = mail('b', 'B waits');
  for (const passing of [awaiting, other]) passing.content = { ...passing.content, sheet: SHEET, isPassing: true };
  paid.content = { ...paid.content, sheet: SHEET };
  const [joined] = joinMails([awaiting, paid], false);
  expect(joined).toMatchObject({ subject: 'A paid', joinedIds: [awaiting.id] });
  expect(mailText(joined?.content ?? awaiting.content)).not.toContain('A waits');
  const shipped = mail('a', 'A shipped');
  shipped.content = { ...shipped.content, sheet: SHEET };
  const [both] = joinMails([awaiting, paid, shipped], false);
  const text = mailText(both?.content ?? awaiting.content);
  expect(text).toContain('* A paid');
  expect(text.match(/1 × Scarf/g)).toHaveLength(1);
  const [all] = joinMails([other, awaiting, paid], true);
  const allText = mailText(all?.content ?? awaiting.content);
  expect(allText, 'the email of another order is included').toContain('B waits');
  expect(allText.match(/1 × Scarf/g)).toHaveLength(2);
  expect(mailHtml(all?.content ?? awaiting.content).match(/1 × Scarf/g)).toHaveLength(2);
});

test('one email about many orders is short enough to be displayed in full', () => {
  const goods = Array.from({ length: 10 }, (_, n) => ({
    what: `1 × Kurta ${n}`,
    notes: ['Ships later'],
    amount: '₹1.00',
  }));
  const many = Array.from({ length: 40 }, (_, n) => mail(`order-${n}`, `Order ${n}`));
  for (const placed of many) placed.content = { ...placed.content, sheet: { ...SHEET, goods } };
  const [joined] = joinMails(many, true);
  const html = mailHtml(joined?.content ?? { heading: '', lines: [] });
  expect(html).toContain('Order 39');
  // Gmail truncates emails over 102 kB.
  expect(html.length).toBeLessThan(60_000);
});

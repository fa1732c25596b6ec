import MailComposer from 'nodemailer/lib/mail-composer';
import { describe, expect, test } from 'vitest';
import { INVITATION } from '#lib/admin/staff/staff.schema.ts';
import { loginSchema } from '#lib/customers/auth/login.schema.ts';
import { registerSchema } from '#lib/customers/auth/register.schema.ts';
import { contactSchema } from '#lib/customers/contact/contact.schema.ts';
import { requestCodeSchema, subscribeSchema } from '#lib/customers/newsletter/newsletter.schema.ts';
import { foldedEmail, isEmail, mailboxOf } from '#lib/primitives/email.ts';
import { fieldErrors } from '#lib/primitives/field-errors.ts';
import { restockSchema } from '#lib/sales/back-in-stock/restock.schema.ts';
import { contactSchema as checkoutContact } from '#lib/sales/checkout/checkout.schema.ts';
import { orderSchema } from '#lib/sales/checkout/order.schema.ts';
import { DRAFT_CONTACT } from '#lib/sales/manual-orders/manual-order.schema.ts';

const VALID_ADDRESSES = [
  'asha@example.in',
  'Asha@Example.IN',
  'a.b+c@mail.example.co.in',
  "o'neil@example.in",
  'asha_rao-2@xn--p1b6ci4b4b3a.xn--h2brj9c',
  'a@1and1.com',
  'x=y&z@a-b--c.example',
];

/** Malformed addresses, and addresses that email software may parse as a different mailbox than a reader expects. */
const INVALID_ADDRESSES = [
  '1,victim@example.in',
  'victim@example.in,x@example.com',
  'a;victim@example.in',
  'x<victim@example.in>',
  'x<victim@example.in>@example.com',
  'x victim@example.in',
  'ｖictim@example.in',
  'victim@ｅxample.in',
  'victim@example。in',
  'vic\u00adtim@example.in',
  'victim@exam\u00adple.in',
  'vic\u200btim@example.in',
  'victim@exam\u200dple.in',
  '\ufeffvictim\ufeff@example.in',
  'vi\u212atim@example.in',
  'victi\u202em@example.in',
  'vict\u0131m@example.in',
  'víctim@example.in',
  '"victim"@example.in',
  '"a b"@example.in',
  'victim(home)@example.in',
  'victim@example.in(home)',
  'victim\\@example.in',
  'victim@[127.0.0.1]',
  'victim@127.0.0.1',
  'victim@2130706433.1',
  'victim\n@example.in',
  'a@example.in\nBcc:victim@example.in',
  'a@example.in\r\nvictim@example.in',
  'victim\0@example.in',
  'group:victim@example.in;',
  'victim@example.in@example.com',
  'victim%example.in@example.com',
  'example.in!victim@example.com',
  '|sh@example.in',
  '`id`@example.in',
  '.victim@example.in',
  'victim.@example.in',
  'vic..tim@example.in',
  'victim@.example.in',
  'victim@example..in',
  'victim@example.in.',
  'victim@-example.in',
  'victim@example-.in',
  'victim@exa_mple.in',
  'victim@localhost',
  '@example.in',
  `${'a'.repeat(65)}@example.in`,
  `a@${'b.'.repeat(126)}example`,
];

const PERSON = { name: 'Asha Rao', mobile: '9876543210' };

/** For each schema with an email address, a function that returns its message for an invalid address. */
const SCHEMAS: Record<string, (email: string) => string | undefined> = {
  login: (email) => messageOf(loginSchema.safeParse({ email })),
  registration: (email) => fieldErrors(registerSchema, { ...PERSON, email, termsAndCondtion: true })?.email,
  newsletter: (email) => messageOf(subscribeSchema.safeParse({ email })),
  'newsletter in a path': (email) => messageOf(requestCodeSchema.safeParse({ email: encodeURIComponent(email) })),
  contact: (email) => fieldErrors(contactSchema, { ...PERSON, email, content: 'Hello' })?.email,
  checkout: (email) => messageOf(checkoutContact.safeParse({ email, mobile: PERSON.mobile })),
  order: (email) => {
    const input = { contact: { email, mobile: PERSON.mobile }, address: 'a', payment: 'cod' };
    return messageOf(orderSchema.safeParse(input));
  },
  'back-in-stock requests': (email) => messageOf(restockSchema.safeParse({ variant: '7', email })),
  'orders created by staff': (contactEmail) => {
    const contact = { contactName: PERSON.name, contactMobile: PERSON.mobile, contactEmail };
    const draft = { id: 'd1', version: '7', source: 'phone', handover: 'send' };
    return messageOf(DRAFT_CONTACT.safeParse({ ...draft, ...contact }));
  },
  'invitations of staff': (email) => messageOf(INVITATION.safeParse({ email, name: PERSON.name, role: 'packer' })),
};
const MESSAGES: Record<string, string> = {
  registration: 'Email is required',
  contact: 'Please enter a valid email address',
};

function messageOf(result: { error?: { issues: { message: string }[] } | undefined }): string | undefined {
  return result.error?.issues[0]?.message;
}

describe('an email address', () => {
  test.each(VALID_ADDRESSES)('can be %j', (email) => expect(isEmail(email)).toBe(true));
  test.each(INVALID_ADDRESSES)('can’t be %j', (email) => expect(isEmail(email)).toBe(false));

  test.each(Object.keys(SCHEMAS))('is accepted by the schema of %s, or rejected with its message', (name) => {
    const messageFor = SCHEMAS[name] as (email: string) => string | undefined;
    expect(VALID_ADDRESSES.filter((email) => messageFor(` ${email} `) !== undefined)).toEqual([]);
    const message = MESSAGES[name] ?? 'Please enter a valid email address';
    expect(INVALID_ADDRESSES.filter((email) => !messageFor(email)?.startsWith(message))).toEqual([]);
  });

  test('is parsed by the email library as exactly that address', async () => {
    for (const email of VALID_ADDRESSES) {
      const node = new MailComposer({ from: 'shop@example.in', to: { name: '', address: email }, text: '.' }).compile();
      expect(node.getEnvelope().to.map((to) => to.toLowerCase())).toEqual([email.toLowerCase()]);
      const to = /^To: <?([^>\r]*)>?\r$/m.exec((await node.build()).toString())?.[1];
      expect(to?.toLowerCase()).toBe(email.toLowerCase());
    }
  });

  test('is rejected within 200 ms of CPU time if it is very long', () => {
    const longTexts = ['a@', 'a.', '-', 'a-', '@', '!', 'a'].map((part) => part.repeat(32_000));
    const addressLikeTexts = ['a-'.repeat(126), 'a.'.repeat(126), `a@${'a-'.repeat(120)}`, `a@${'a.'.repeat(120)}-`];
    const cpuBefore = process.cpuUsage();
    for (const text of [...longTexts, ...addressLikeTexts]) expect(isEmail(text)).toBe(false);
    expect(process.cpuUsage(cpuBefore).user, 'microseconds').toBeLessThan(200_000);
  });
});

describe('the normalized address for rate limits and coupons', () => {
  test.each([
    ['Asha@Example.IN', 'asha@example.in'],
    [' a+1@example.in ', 'a@example.in'],
    ['a+1+2@example.in', 'a@example.in'],
    ['A.B+shop@gmail.com', 'ab@gmail.com'],
    ['a.b@googlemail.com', 'ab@gmail.com'],
    ['a.b@example.in', 'a.b@example.in'],
    ['a.b@pm.me', 'ab@proton.me'],
    ['ａsha@example.in', 'asha@example.in'],
    ['+1@example.in', '+1@example.in'],
    ['', '@'],
  ])('of %j is %j', (email, normalizedEmail) => {
    expect(foldedEmail(email)).toBe(normalizedEmail);
    expect(foldedEmail(normalizedEmail)).toBe(normalizedEmail);
  });
});

describe('the mailbox', () => {
  test.each([
    ['Asha.Rao+shop@GoogleMail.com', 'asharao@gmail.com'],
    ['asha.rao+x@outlook.com', 'asha.rao@outlook.com'],
    ['Asha.Rao@Example.in', 'asha.rao@example.in'],
    ['asha+x@example.in', 'asha+x@example.in'],
  ])('of %s is %s', (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox);
  });
});

import { z } from 'zod';
import { isEmail } from '#lib/primitives/email.ts';

export const OWNER_KINDS = [
  'newOrder',
  'orderWave',
  'paymentTrouble',
  'ticket',
  'exchange',
  'lowStock',
  'stuckMails',
  'backup',
  'clock',
  'digest',
] as const;
export type OwnerKind = (typeof OWNER_KINDS)[number];

const MAX_ADDRESSES = 5;
const OFF = 'off';

const addresses = (about: string, isKind = true) =>
  z
    .string()
    .refine(
      (text) => {
        const list = addressList(text);
        return (isKind && text === OFF) || (list.length <= MAX_ADDRESSES && list.every(isEmail));
      },
      `is an e-mail address, or up to ${MAX_ADDRESSES} with commas between them${isKind ? ', or off' : ''}`,
    )
    .default('')
    .describe(about);
const kind = (of: string) => addresses(`${of}: "" for \`to\`, off for nobody, or addresses of its own.`);
const number = (about: string, otherwise: number, max: number) =>
  z
    .int('is a whole number, without quotes')
    .min(0, 'is 0 or more')
    .max(max, `is ${max} at most`)
    .default(otherwise)
    .describe(about);

/** Each field has a default, so that a later version may add fields. */
export const ownerMailsSchema = z.strictObject({
  to: addresses('Recipients of all notifications below: email addresses, separated by commas; "" for nobody.', false),
  newOrder: kind('Orders that are placed'),
  orderWave: kind('Many cash orders of mailboxes that nobody has verified'),
  paymentTrouble: kind('Payments that have to go back, and a payment service that fails'),
  ticket: kind('Tickets of customers, and what they answer'),
  exchange: kind('Requests for an exchange'),
  lowStock: kind('Goods that run low or sell out by an order'),
  stuckMails: kind('Mails that could not be delivered'),
  backup: kind('Backups that fail'),
  clock: kind('A clock of the server that was wrong'),
  digest: kind('One mail a morning: yesterday’s sales, open tasks, low stock'),
  digestHour: number('From which hour on the morning’s mail leaves, in Indian time.', 7, 23),
  lowPieces: number('So many pieces of a size are few.', 3, 1_000),
  lowMetres: number('So many metres of a cloth are few.', 5, 1_000),
});
export type OwnerMails = z.infer<typeof ownerMailsSchema>;

/** Nobody when the owner has no address yet, as in a demo. */
export function ownerAddresses(mails: OwnerMails, of: OwnerKind): string[] {
  const own = mails[of];
  return own === OFF ? [] : addressList(own || mails.to);
}

function addressList(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
}

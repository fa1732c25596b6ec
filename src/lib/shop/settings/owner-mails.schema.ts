import { z } from 'zod';
import { isEmail } from '#lib/primitives/email.ts';

const MAX_ADDRESSES = 5;
const OFF = 'off';

const addresses = (about: string, allowsOff = true) =>
  z
    .string()
    .refine(
      (text) => {
        const emailAddresses = addressList(text);
        return (allowsOff && text === OFF) || (emailAddresses.length <= MAX_ADDRESSES && emailAddresses.every(isEmail));
      },
      `must be an email address, or up to ${MAX_ADDRESSES} with commas between them${allowsOff ? ', or off' : ''}`,
    )
    .default('')
    .describe(about);
const recipients = (subject: string) =>
  addresses(`${subject}: empty for the addresses in \`to\`, off for nobody, or other addresses.`);
const number = (about: string, defaultValue: number, max: number) =>
  z
    .int('must be a whole number, without quotes')
    .min(0, 'must be 0 or more')
    .max(max, `must be at most ${max}`)
    .default(defaultValue)
    .describe(about);

/** Each field has a default, because stored settings lack the fields that later versions add. */
export const ownerMailsSchema = z.strictObject({
  to: addresses(
    'Recipients of all notifications below: email addresses, separated by commas; empty for nobody.',
    false,
  ),
  newOrder: recipients('Orders that are placed'),
  orderWave: recipients('Many cash orders from unverified email addresses'),
  paymentTrouble: recipients('Payments that must be refunded, and failures of the payment service'),
  ticket: recipients('Tickets of customers, and their replies'),
  exchange: recipients('Requests for an exchange'),
  lowStock: recipients('Goods that run low or sell out with an order'),
  stuckMails: recipients('Emails that could not be delivered'),
  backup: recipients('Backups that fail'),
  clock: recipients('A server clock that was wrong'),
  digest: recipients('One email a morning: yesterday’s sales, open tasks, low stock'),
  digestHour: number('The hour from which the morning email is sent, in Indian time.', 7, 23),
  lowPieces: number('A size with this many pieces or fewer is low in stock.', 3, 1_000),
  lowMetres: number('A fabric with this many metres or less is low in stock.', 5, 1_000),
});
type OwnerMails = z.infer<typeof ownerMailsSchema>;

export type OwnerMailKind = Exclude<keyof OwnerMails, 'to' | 'digestHour' | 'lowPieces' | 'lowMetres'>;

/** Returns the recipients of a kind of email. Empty if the kind is off, or if there is no address, as in a demo. */
export function ownerAddresses(mails: OwnerMails, kind: OwnerMailKind): string[] {
  const setting = mails[kind];
  return setting === OFF ? [] : addressList(setting || mails.to);
}

function addressList(text: string): string[] {
  return text
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
}

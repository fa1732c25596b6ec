import { address, oneOf, setting, text, wholeNumber } from '#lib/platform/settings/setting-types.server.ts';
import { senderAddress } from '#lib/primitives/sender.ts';

export const MAIL_SETTINGS = {
  smtpUrl: setting('SMTP_URL', address('smtp:', 'smtps:'), {
    description: 'The mail server, as `smtps://user:password@host`.',
    unset: 'the demo mailbox',
    isSecret: true,
    isRequiredWhenLive: true,
  }),
  mailFrom: setting('MAIL_FROM', sender(), {
    description: 'The sender of all emails. An address alone gets the name of the shop.',
    unset: 'name and address of the shop',
    isRequiredWhenLive: true,
  }),
  codeDigits: setting('CODE_DIGITS', wholeNumber(4, 8, 'digits'), {
    description: 'The length of an emailed login code.',
    default: 4,
  }),
  disclosure: setting('DISCLOSURE', oneOf('open', 'private'), {
    description:
      'With `open`, the login shows when an email address has no account. With `private`, the response is the same for every address, and the email explains the result.',
    default: 'open',
  }),
  mailsAnHour: setting('MAILS_AN_HOUR', wholeNumber(1, 100_000), {
    description:
      'How many login codes one [network](product.md#limits-for-visitors) may request in an hour, and as many registrations, newsletter codes, back-in-stock requests and messages.',
    default: { demo: 1_000, live: 30 },
  }),
};

function sender() {
  return text('`hello@shop.example`, `Your Shop <hello@shop.example>`', (value) =>
    senderAddress(value)
      ? undefined
      : `is ${value}; it must be an address such as hello@shop.example, or Your Shop <hello@shop.example>.`,
  );
}

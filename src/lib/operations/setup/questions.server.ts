import { SETUP_FIELDS, type SetupField } from '#lib/operations/setup/setup-fields.ts';
import { isSecretSetting, type SettingName } from '#lib/platform/settings/settings-schema.server.ts';
import { STATES } from '#lib/primitives/states.ts';

/**
 * Where an answer is saved. `file`: in settings.env. `settings`: in a field of the settings in the database.
 * `delivery`: in the terms of delivery in the database. `testMail`: nowhere, but a test email is sent.
 */
export type SavedTo = 'file' | 'settings' | 'delivery' | 'testMail';

export interface Question {
  name: string;
  savedTo: SavedTo;
  prompt: string;
  help: string;
  /** The default if nothing is entered and there is no earlier answer. */
  defaultAnswer?: string;
  isOptional?: true;
  isSecret?: true;
  /** The only valid answers. They can also be entered by their numbers, starting at 1. */
  choices?: readonly string[];
}

const fileQuestion = (name: SettingName, prompt: string, help: string, options: Partial<Question> = {}): Question => ({
  ...{ name, savedTo: 'file', prompt, help },
  ...(isSecretSetting(name) ? { isSecret: true } : {}),
  ...options,
});
const settingQuestion = (name: SetupField, options: Partial<Question> = {}): Question => ({
  ...{ name, savedTo: 'settings', ...SETUP_FIELDS[name] },
  ...options,
});
const OPTIONAL = { isOptional: true } as const;

export const QUESTIONS: readonly Question[] = [
  settingQuestion('name'),
  settingQuestion('legalName'),
  settingQuestion('address.address'),
  settingQuestion('state.name', { choices: STATES }),
  settingQuestion('address.email'),
  settingQuestion('address.mobile', OPTIONAL),
  settingQuestion('gstin', OPTIONAL),
  settingQuestion('gstScheme', { defaultAnswer: 'regular', choices: ['regular', 'composition'] }),
  settingQuestion('grievance.name'),
  settingQuestion('grievance.designation', { defaultAnswer: 'Grievance Officer' }),
  settingQuestion('grievance.email'),
  settingQuestion('grievance.mobile'),
  fileQuestion(
    'SITE_URL',
    'The web address of the shop',
    'Used for links in emails. The shop responds only to requests for its host name.',
  ),
  fileQuestion(
    'TRUSTED_PROXIES',
    'The number of proxies in front of the shop',
    'Usually 1, for Caddy or nginx on this machine, which a live shop needs for https. If the number is wrong, all visitors appear to have the same IP address.',
    { defaultAnswer: '1' },
  ),
  fileQuestion(
    'SMTP_URL',
    'Your mail server, as smtps://user:password@host',
    'Sends login codes and order emails. Your mail provider shows the user, password and host under SMTP.',
  ),
  fileQuestion(
    'MAIL_FROM',
    'The sender address of emails',
    'An address that your mail server may send from. The shop’s name is added to it.',
  ),
  {
    name: 'testLetter',
    savedTo: 'testMail',
    prompt: 'Send a test email to',
    help: 'Checks that the mail server works. Enter "-" to skip the test.',
    isOptional: true,
  },
  settingQuestion('ownerMails.to', OPTIONAL),
  {
    name: 'delivery.price',
    savedTo: 'delivery',
    prompt: 'The delivery charge, in rupees',
    help: 'One charge for all of India. You can add zones later with `content edit delivery`.',
    defaultAnswer: '79',
  },
  {
    name: 'delivery.freeFrom',
    savedTo: 'delivery',
    prompt: 'The order value from which delivery is free, in rupees',
    help: 'Encourages larger orders.',
    defaultAnswer: '999',
  },
  {
    name: 'delivery.days',
    savedTo: 'delivery',
    prompt: 'The delivery time in business days, such as 3-7',
    help: 'Shown before payment, as the law requires.',
    defaultAnswer: '3-7',
  },
  {
    name: 'delivery.cod',
    savedTo: 'delivery',
    prompt: 'Offer cash on delivery, yes or no',
    help: 'Many customers prefer it for a first order, but more parcels are refused.',
    defaultAnswer: 'yes',
  },
  fileQuestion(
    'RAZORPAY_KEY_ID',
    'The Razorpay key ID',
    'For payment by UPI or card. Without it, only cash on delivery is possible.',
    OPTIONAL,
  ),
  fileQuestion('RAZORPAY_KEY_SECRET', 'The Razorpay key secret', 'Razorpay shows it once, with the key ID.', OPTIONAL),
  fileQuestion(
    'RAZORPAY_WEBHOOK_SECRET',
    'The Razorpay webhook secret',
    'You choose it in the Razorpay dashboard. It proves that payment notifications come from Razorpay.',
    OPTIONAL,
  ),
  fileQuestion(
    'SHIPROCKET_EMAIL',
    'The email address of the Shiprocket API user',
    'For booking parcels from the admin. Without it, you enter tracking numbers.',
    OPTIONAL,
  ),
  fileQuestion(
    'SHIPROCKET_PASSWORD',
    'The password of this API user',
    'You choose it when you add the API user.',
    OPTIONAL,
  ),
  fileQuestion(
    'SHIPROCKET_PICKUP_LOCATION',
    'The name of your pickup address in Shiprocket',
    'Parcels are collected there. Spell the name exactly as in Shiprocket, under Settings, Pickup Addresses.',
    OPTIONAL,
  ),
  fileQuestion(
    'SHIPROCKET_WEBHOOK_TOKEN',
    'The security token of the Shiprocket webhook',
    'You choose it in Shiprocket. It proves that reports about parcels come from Shiprocket.',
    OPTIONAL,
  ),
  fileQuestion(
    'BACKUP_DIR',
    'The folder for backups, best on another disk',
    'The shop makes a backup there once a day, and emails you when it fails.',
    OPTIONAL,
  ),
];

/** The input that leaves an answer empty. */
export const EMPTY_ANSWER = '-';

/** Returns whether a question applies. `has` must return whether a setting has a value. */
export function isQuestionNeeded(question: Question, has: (name: string) => boolean): boolean {
  if (question.name === 'gstScheme') return has('gstin');
  if (question.name === 'testLetter') return has('SMTP_URL') && has('MAIL_FROM');
  if (question.name.startsWith('SHIPROCKET_') && question.name !== 'SHIPROCKET_EMAIL') return has('SHIPROCKET_EMAIL');
  if (question.name.startsWith('RAZORPAY_') && question.name !== 'RAZORPAY_KEY_ID') return has('RAZORPAY_KEY_ID');
  return true;
}

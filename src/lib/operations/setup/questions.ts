import { OWN_FIELDS, type OwnField } from '#lib/operations/setup/own-fields.ts';
import { STATES } from '#lib/primitives/states.ts';

/** `file`: a line of settings.env. `settings`: a field of the settings in the database. */
export type Keeps = 'file' | 'settings' | 'delivery' | 'letter';

export interface Question {
  name: string;
  keeps: Keeps;
  ask: string;
  why: string;
  /** Taken when nothing is typed, and nothing was answered before. */
  otherwise?: string;
  isOptional?: true;
  isSecret?: true;
  /** The only right answers, which may be given by their number, from 1. */
  choices?: readonly string[];
}

const file = (name: string, ask: string, why: string, more: Partial<Question> = {}): Question => ({
  ...{ name, keeps: 'file', ask, why },
  ...more,
});
const own = (name: OwnField, more: Partial<Question> = {}): Question => ({
  ...{ name, keeps: 'settings', ...OWN_FIELDS[name] },
  ...more,
});
const OPTIONAL = { isOptional: true } as const;
const SECRET = { isOptional: true, isSecret: true } as const;

export const QUESTIONS: readonly Question[] = [
  own('name'),
  own('legalName'),
  own('address.address'),
  own('state.name', { choices: STATES }),
  own('address.email'),
  own('address.mobile', OPTIONAL),
  own('gstin', OPTIONAL),
  own('gstScheme', { otherwise: 'regular', choices: ['regular', 'composition'] }),
  own('grievance.name'),
  own('grievance.designation', { otherwise: 'Grievance Officer' }),
  own('grievance.email'),
  own('grievance.mobile'),
  file(
    'SITE_URL',
    'The address that people type',
    'Links in mails begin with it, and the shop answers under this name only.',
  ),
  file(
    'TRUSTED_PROXIES',
    'How many proxies stand before the shop',
    'One is Caddy or nginx on this machine, which a live shop needs for https; without it all visitors look like one.',
    { otherwise: '1' },
  ),
  file(
    'SMTP_URL',
    'Your mail server, as smtps://user:password@host',
    'Login codes and order mails leave by it; your mail service shows the three under SMTP.',
    { isSecret: true },
  ),
  file(
    'MAIL_FROM',
    'The sender of every mail',
    'An address that your mail server may send as; the shop’s name stands before it.',
  ),
  {
    name: 'testLetter',
    keeps: 'letter',
    ask: 'Send a test email to',
    why: 'Only a sent email shows whether the mail server works; "-" sends none.',
    isOptional: true,
  },
  own('ownerMails.to', OPTIONAL),
  {
    name: 'delivery.price',
    keeps: 'delivery',
    ask: 'What delivery costs, in rupees',
    why: 'One price for all of India to begin with; zones come later, in `content edit delivery`.',
    otherwise: '79',
  },
  {
    name: 'delivery.freeFrom',
    keeps: 'delivery',
    ask: 'From which sum of goods on it is free, in rupees',
    why: 'Many buy a little more to reach it.',
    otherwise: '999',
  },
  {
    name: 'delivery.days',
    keeps: 'delivery',
    ask: 'How many business days it takes, as 3-7',
    why: 'Buyers see it before they pay, and the law asks for it.',
    otherwise: '3-7',
  },
  {
    name: 'delivery.cod',
    keeps: 'delivery',
    ask: 'Whether buyers may pay at the door, yes or no',
    why: 'Many pay so the first time; some parcels then come back.',
    otherwise: 'yes',
  },
  file(
    'RAZORPAY_KEY_ID',
    'Razorpay’s key id',
    'With it buyers pay by UPI or card; without it they pay at the door.',
    OPTIONAL,
  ),
  file('RAZORPAY_KEY_SECRET', 'Razorpay’s key secret', 'Shown once, beside the key id.', SECRET),
  file(
    'RAZORPAY_WEBHOOK_SECRET',
    'The secret of Razorpay’s webhook',
    'You choose it in Razorpay’s dashboard; by it the shop knows who tells of payments.',
    SECRET,
  ),
  file(
    'BACKUP_DIR',
    'A folder for backups, best on another disk',
    'The shop backs itself up there once a day, and tells you when it can’t.',
    OPTIONAL,
  ),
];

export const NOTHING = '-';

export function isAsked(question: Question, has: (name: string) => boolean): boolean {
  if (question.name === 'gstScheme') return has('gstin');
  if (question.name === 'testLetter') return has('SMTP_URL') && has('MAIL_FROM');
  return question.name.startsWith('RAZORPAY_KEY_S') || question.name.startsWith('RAZORPAY_W')
    ? has('RAZORPAY_KEY_ID')
    : true;
}

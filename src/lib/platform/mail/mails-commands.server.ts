import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { recordReading } from '#lib/platform/audit/record-reading.server.ts';
import { confirm, readShop, UsageError, withShop, YES_OPTION } from '#lib/platform/cli/command.server.ts';
import { oneLine, withoutControlCharacters } from '#lib/platform/cli/terminal-text.ts';
import {
  dropMail,
  findMail,
  listMails,
  MAIL_STATES,
  type MailState,
  sendGivenUpMailsAgain,
  sendMailAgain,
} from '#lib/platform/mail/mail-admin.server.ts';
import type { OutboxMail } from '#lib/platform/mail/outbox.repo.server.ts';
import { indianDateTime } from '#lib/primitives/indian-time.ts';
import { countText } from '#lib/primitives/plural.ts';

const SHORT_ID_CHARACTERS = 14;
const SOON = 'within seconds, while the shop runs';

export function mailsCommand(): CommandUnknownOpts {
  const mails = new Command('mails').description('see and resend emails');
  mails
    .command('list')
    .description('list emails, newest first; by default only stuck ones')
    .addOption(
      new Option('--state <state>', 'only emails in this state').choices(MAIL_STATES).default('stuck' as const),
    )
    .usage(`[--state ${MAIL_STATES.join('|')}]`)
    .action(({ state }) => list(state));
  mails
    .command('show')
    .description('show an email and the mail server’s answer')
    .argument('<id>')
    .usage('ID')
    .action(show);
  mails
    .command('send-again')
    .description('send an email again, or all that were given up')
    .argument('[id]')
    .option('--all', 'send all emails that were given up')
    .usage('ID | --all')
    .action(sendAgain);
  mails
    .command('drop')
    .description('delete an email from the queue, such as one to an address that does not exist')
    .argument('<id>')
    .option(...YES_OPTION)
    .usage('ID [--yes]')
    .action(drop);
  return mails;
}

async function list(state: MailState): Promise<void> {
  const mails = await readShop(({ db }) => listMails(db, state));
  for (const mail of mails) console.log(mailLine(mail));
  if (mails.length === 0) console.log(state === 'stuck' ? 'No email is stuck.' : 'No emails.');
}

function mailLine(mail: OutboxMail): string {
  const id = mail.id.slice(0, SHORT_ID_CHARACTERS);
  return [id, indianDateTime(mail.created_at), statusText(mail), oneLine(mail.to_address), subjectOf(mail)].join('  ');
}

function statusText({ sent_at, gave_up_at, joined_into, unsure, attempts, due_at, pace_key }: OutboxMail): string {
  if (joined_into !== null) return `joined into ${joined_into.slice(0, SHORT_ID_CHARACTERS)}`;
  if (sent_at !== null) return 'sent';
  if (gave_up_at !== null) return unsure > 0 ? 'given up, may have arrived' : 'given up';
  if (attempts > 0) return `tried ${attempts} ×, next ${indianDateTime(due_at)}`;
  return pace_key === null ? 'waiting' : `delayed until ${indianDateTime(due_at)}`;
}

/** Hides subjects with codes and login links: only the recipient may see them. */
function subjectOf({ expires_at, kind, subject }: OutboxMail): string {
  return expires_at === null ? oneLine(subject) : `(${kind})`;
}

async function show(id: string): Promise<void> {
  const mail = await readShop(async ({ db, now }) => {
    const storedMail = await findMail(db, id);
    await recordReading(db, { action: 'read mail', record: { kind: 'mail', id: storedMail.id } }, now());
    return storedMail;
  });
  console.log(`${mailLine(mail)}\nid ${mail.id}`);
  if (mail.failing_since !== null) console.log(`failing since ${indianDateTime(mail.failing_since)}`);
  if (mail.last_error !== null) console.log(`last answer: ${oneLine(mail.last_error)}`);
  console.log(
    mail.expires_at === null
      ? `\n${withoutControlCharacters(mail.text)}`
      : '\nThe text of this email is only for the recipient.',
  );
}

async function sendAgain(id: string | undefined, { all }: { all?: true | undefined }): Promise<void> {
  if (all) {
    if (id !== undefined) throw new UsageError('Type either the id of an email or --all.');
    const count = await withShop(sendGivenUpMailsAgain);
    return console.log(
      count === 0 ? 'No email was given up.' : `${countText(count, 'email')} will be sent again ${SOON}.`,
    );
  }
  if (id === undefined) throw new UsageError('mails send-again needs the id of an email, or --all.');
  const mail = await withShop((shop) => sendMailAgain(shop, id));
  console.log(`"${subjectOf(mail)}" will be sent again ${SOON}.`);
}

async function drop(id: string, options: { yes?: true | undefined }): Promise<void> {
  await withShop(async (shop) => {
    const mail = await findMail(shop.db, id);
    await confirm(`Delete "${subjectOf(mail)}" to ${oneLine(mail.to_address)}?`, options);
    await dropMail(shop, mail.id);
    console.log(`"${subjectOf(mail)}" was deleted.`);
  });
}

import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { MESSAGE_STATES } from '#lib/customers/contact/contact.ts';
import { contactMessages } from '#lib/customers/contact/contact-admin.server.ts';
import { recordReading } from '#lib/platform/audit/record-reading.server.ts';
import { readShop } from '#lib/platform/cli/command.server.ts';
import { oneLine, withoutControlCharacters } from '#lib/platform/cli/terminal-text.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { indianDateTime } from '#lib/primitives/indian-time.ts';
import { countText } from '#lib/primitives/plural.ts';

/** At least three years, after which messages are deleted (product.md, "Contact"). */
const MAX_DAYS = 3 * 366;

export function messagesCommand(): CommandUnknownOpts {
  const messages = new Command('messages').description('read messages from the contact form');
  messages
    .command('list')
    .description('list messages from the contact form, newest last')
    .option('--days <days>', 'only messages of the last N days', '7')
    .usage('[--days N]')
    .action(({ days }) => printMessages(days));
  return messages;
}

async function printMessages(daysText: string): Promise<void> {
  const days = /^\d{1,4}$/.test(daysText) ? Number(daysText) : 0;
  if (days < 1 || days > MAX_DAYS)
    throw new ShopError('invalid', `--days must be a whole number from 1 to ${MAX_DAYS}.`);
  const rows = await readShop(async ({ db, now }) => {
    const event = { action: 'read contact messages', record: { kind: 'messages', id: '' } };
    await recordReading(db, event, now());
    return contactMessages(db, now(), days);
  });
  for (const { created_at, name, email, mobile, content, state, answer } of rows) {
    const writer = `${oneLine(name)} <${oneLine(email)}>, +91 ${oneLine(mobile)}`;
    console.log(`${indianDateTime(created_at)}  ${MESSAGE_STATES[state].toLowerCase().padEnd(8)}  ${writer}`);
    console.log(`${withoutControlCharacters(content)}\n`);
    if (answer !== null) console.log(`Answer: ${withoutControlCharacters(answer)}\n`);
  }
  if (rows.length === 0) console.log(`No messages in the last ${countText(days, 'day')}.`);
}

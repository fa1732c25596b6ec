import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { saveFiles } from '#lib/customers/support/save-files.server.ts';
import { fileSizeText, TICKET_STATES, type TicketState } from '#lib/customers/support/ticket.ts';
import {
  type AdminTicket,
  answerTicket,
  closeTicket,
  ticketForAdmin,
  ticketsForAdmin,
} from '#lib/customers/support/ticket-admin.server.ts';
import { readShop, withShop } from '#lib/platform/cli/command.server.ts';
import { oneLine, withoutControlCharacters } from '#lib/platform/cli/terminal-text.ts';
import { indianDateTime } from '#lib/primitives/indian-time.ts';

export function ticketsCommand(): CommandUnknownOpts {
  const tickets = new Command('tickets').description('answer support tickets');
  tickets
    .command('list')
    .description('list support tickets, longest waiting first')
    .addOption(new Option('--state <state>', 'only tickets in this state').choices(TICKET_STATES))
    .usage('[--state open|answered|closed]')
    .action(({ state }) => list(state));
  tickets
    .command('show')
    .description('show a ticket with its messages; --save saves its attachments')
    .argument('<number>')
    .option('--save <dir>', 'save the attachments to this folder')
    .usage('NUMBER [--save DIR]')
    .action((number, { save }) => show(number, save));
  tickets
    .command('reply')
    .description('answer a ticket (put the text in quotation marks); the customer gets an email')
    .argument('<number>')
    .argument('<text>')
    .usage('NUMBER "TEXT"')
    .action(reply);
  tickets
    .command('close')
    .description('close a ticket; the customer gets an email')
    .argument('<number>')
    .usage('NUMBER')
    .action(close);
  return tickets;
}

async function list(state: TicketState | undefined): Promise<void> {
  const tickets = await readShop(({ db }) => ticketsForAdmin(db, state));
  for (const ticket of tickets) console.log(ticketLine(ticket));
  if (tickets.length === 0) console.log('No tickets.');
}

function ticketLine({ number, state, priority, updated_at, customerName, subject }: AdminTicket): string {
  const time = indianDateTime(updated_at);
  return [number, state.padEnd(8), priority.padEnd(6), time, oneLine(customerName), oneLine(subject)].join('  ');
}

async function show(number: string, saveTo: string | undefined): Promise<void> {
  return readShop(async (shop) => {
    const { ticket, messages, files } = await ticketForAdmin(shop, number);
    console.log(`${ticketLine(ticket)}\n${oneLine(ticket.customerName)} <${ticket.customerEmail}>`);
    for (const { author, created_at, message, gallery } of messages) {
      const authorName = author === 'shop' ? 'The shop' : oneLine(ticket.customerName);
      console.log(`\n${authorName}, ${indianDateTime(Date.parse(created_at))}\n${withoutControlCharacters(message)}`);
      for (const { name, bytes } of gallery)
        console.log(`  [${withoutControlCharacters(name)}, ${fileSizeText(bytes)}]`);
    }
    if (saveTo !== undefined) await saveFiles(shop.settings, files, saveTo);
  });
}

async function reply(number: string, text: string): Promise<void> {
  await withShop((shop) => answerTicket(shop, number, text));
  console.log(`${number} is answered; the customer gets an email.`);
}

async function close(number: string): Promise<void> {
  await withShop((shop) => closeTicket(shop, number));
  console.log(`${number} is closed; the customer gets an email.`);
}

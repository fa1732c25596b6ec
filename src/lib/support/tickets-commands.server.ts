import { type Command, needed, UsageError, withShop } from '#lib/shop/command.server.ts';
import { oneLine, shortTime, withoutControls } from '#lib/shop/terminal-text.ts';
import { saveFiles } from '#lib/support/save-files.server.ts';
import { fileSize, TICKET_STATES } from '#lib/support/ticket.ts';
import {
  answerTicket,
  closeTicket,
  type DeskTicket,
  ticketOnDesk,
  ticketsOnDesk,
} from '#lib/support/ticket-desk.server.ts';

export const ticketsCommand: Command = {
  name: 'tickets',
  usage: [
    ['tickets list [--state open|answered|closed]', 'support tickets, the longest waiting first'],
    ['tickets show NUMBER [--save DIR]', 'a ticket with its thread; --save writes its files to a folder'],
    ['tickets reply NUMBER "TEXT"', 'answer a ticket; the customer is told by mail'],
    ['tickets close NUMBER', 'close a ticket; the customer is told by mail'],
  ],
  options: { state: { type: 'string' }, save: { type: 'string' } },
  async run([verb, number, ...words], options) {
    if (verb === 'list') return list(options.state);
    const wanted = () => needed(number, `tickets ${verb}`, 'the number of a ticket');
    if (verb === 'show') return show(wanted(), options.save);
    if (verb === 'reply') return reply(wanted(), needed(words[0], 'tickets reply', 'what to say'), words.slice(1));
    if (verb === 'close') return close(wanted());
    throw new UsageError(`tickets knows list, show, reply and close, not "${verb ?? ''}".`);
  },
};

async function list(given: string | boolean | undefined): Promise<number> {
  const state = TICKET_STATES.find((one) => one === given);
  if (given !== undefined && !state) throw new UsageError(`--state may be ${TICKET_STATES.join(', ')}.`);
  const tickets = await withShop(({ db }) => ticketsOnDesk(db, state));
  for (const ticket of tickets) console.log(line(ticket));
  if (tickets.length === 0) console.log('No tickets.');
  return 0;
}

function line({ number, state, priority, updated_at, customerName, subject }: DeskTicket): string {
  const when = shortTime(updated_at);
  return [number, state.padEnd(8), priority.padEnd(6), when, oneLine(customerName), oneLine(subject)].join('  ');
}

async function show(number: string, saveTo: string | boolean | undefined): Promise<number> {
  return withShop(async ({ db, settings }) => {
    const { ticket, messages, files } = await ticketOnDesk(db, number);
    console.log(`${line(ticket)}\n${oneLine(ticket.customerName)} <${ticket.customerEmail}>`);
    for (const { author, created_at, message, gallery } of messages) {
      const who = author === 'shop' ? 'The shop' : oneLine(ticket.customerName);
      console.log(`\n${who}, ${shortTime(Date.parse(created_at))}\n${withoutControls(message)}`);
      for (const { name, bytes } of gallery) console.log(`  [${withoutControls(name)}, ${fileSize(bytes)}]`);
    }
    if (typeof saveTo === 'string') await saveFiles(settings, files, saveTo);
    return 0;
  });
}

async function reply(number: string, text: string, rest: string[]): Promise<number> {
  if (rest.length > 0) throw new UsageError('Put the answer into quotation marks.');
  await withShop((shop) => answerTicket(shop, number, text));
  console.log(`${number} is answered; the customer gets it by mail.`);
  return 0;
}

async function close(number: string): Promise<number> {
  await withShop((shop) => closeTicket(shop, number));
  console.log(`${number} is closed; the customer is told by mail.`);
  return 0;
}

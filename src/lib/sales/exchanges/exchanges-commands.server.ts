import { Command, type CommandUnknownOpts, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { saveFiles } from '#lib/customers/support/save-files.server.ts';
import { fileSizeText } from '#lib/customers/support/ticket.ts';
import { type CommandShop, confirm, readShop, withShop, YES_OPTION } from '#lib/platform/cli/command.server.ts';
import { withoutControlCharacters } from '#lib/platform/cli/terminal-text.ts';
import { parseWebUrl } from '#lib/platform/cli/web-url.ts';
import { EXCHANGE_STEPS, type ExchangeStep, exchangeStep, RETURN_WITHIN_DAYS } from '#lib/sales/exchanges/exchange.ts';
import {
  approveExchange,
  declineExchange,
  deliverExchange,
  receiveExchange,
  shipExchange,
} from '#lib/sales/exchanges/exchange-admin.server.ts';
import { exchangeSummary, exchangeText } from '#lib/sales/exchanges/exchange-text.ts';
import {
  type AdminExchange,
  exchangeDetails,
  exchangesForAdmin,
  exchangesOfNumber,
} from '#lib/sales/exchanges/read-exchanges.server.ts';
import { recordOrderRead } from '#lib/sales/orders/admin/record-order-read.server.ts';
import { mailNote } from '#lib/sales/orders/mail/mail-note.ts';

const STEPS = Object.keys(EXCHANGE_STEPS) as ExchangeStep[];

export function exchangesCommand(): CommandUnknownOpts {
  const exchanges = new Command('exchanges').description('manage exchange requests');
  addReadCommands(exchanges);
  addDecisionCommands(exchanges);
  addReceiveCommand(exchanges);
  addShippingCommands(exchanges);
  return exchanges;
}

function addReadCommands(exchanges: Command): void {
  exchanges
    .command('list')
    .description('list exchange requests, newest first; requests with the status received are ready to pack')
    .addOption(new Option('--state <state>', 'only requests with this status').choices(STEPS))
    .usage('[--state STATE]')
    .action(({ state }) => printList(state));
  exchanges
    .command('show')
    .description('show a request: reason, returned and replacement items (SKU), address; --save saves its pictures')
    .argument('<order>', '', upperCase)
    .option('--save <dir>', 'save the pictures to this folder')
    .usage('ORDER [--save DIR]')
    .action((order, { save }) => readShop((shop) => printExchanges(shop, order, save)));
}

function addDecisionCommands(exchanges: Command): void {
  exchanges
    .command('approve')
    .description(
      'approve a request and reserve the replacements: the requested ones, or others of the same price with --swap',
    )
    .argument('<order>', '', upperCase)
    .option('--swap <pairs>', 'the returned and replacement items, by SKU', parseSwaps)
    .usage('ORDER [--swap OLD=NEW,…]')
    .action(async (order, { swap = new Map() }) =>
      printStep(await withShop((shop) => approveExchange(shop, order, swap))),
    );
  exchanges
    .command('decline')
    .description('decline a request and release the reserved items')
    .argument('<order>', '', upperCase)
    .argument('<reason>', 'the reason that the customer reads, in quotation marks')
    .option(...YES_OPTION)
    .usage('ORDER "REASON"')
    .action((order, reason, options) =>
      withShop(async (shop) => {
        await confirm(`Decline the exchange for ${order}?`, options);
        printStep(await declineExchange(shop, order, reason));
      }),
    );
}

function addReceiveCommand(exchanges: Command): void {
  exchanges
    .command('receive')
    .description('record that the items came back, and restock them unless --spoilt is set')
    .argument('<order>', '', upperCase)
    .option('--spoilt', 'do not restock the items, which are damaged')
    .option(...YES_OPTION)
    .usage('ORDER [--spoilt]')
    .action((order, { spoilt, yes }) =>
      withShop(async (shop) => {
        await confirm(`Record the return of the old goods of ${order}, ${spoilt ? 'without' : 'with'} restocking?`, {
          yes,
        });
        printStep(await receiveExchange(shop, order, spoilt === true));
      }),
    );
}

function addShippingCommands(exchanges: Command): void {
  exchanges
    .command('ship')
    .description('record that the replacements were shipped')
    .argument('<order>', '', upperCase)
    .option('--carrier <name>', 'the carrier')
    .option('--tracking <number>', 'the carrier’s tracking number')
    .option('--url <url>', 'the carrier’s tracking page', parseWebUrl)
    .usage('ORDER [--carrier NAME] [--tracking NUMBER] [--url URL]')
    .action(async (order, { carrier, tracking, url }) => {
      const parcel = { carrier, trackingNumber: tracking, trackingUrl: url };
      printStep(await withShop((shop) => shipExchange(shop, order, parcel)));
    });
  exchanges
    .command('delivered')
    .description('record that the replacements were delivered')
    .argument('<order>', '', upperCase)
    .usage('ORDER')
    .action(async (order) => printStep(await withShop((shop) => deliverExchange(shop, order))));
}

function upperCase(text: string): string {
  return text.toUpperCase();
}

const STEP_TEXTS: Record<ExchangeStep, string> = {
  requested: 'is requested',
  approved: `is approved: the new goods are kept for the customer, who has ${RETURN_WITHIN_DAYS} days to send the old ones back`,
  received: 'is ready to pack: the old goods are back, so send the new ones now',
  shipped: 'is on its way: the parcel has been sent',
  delivered: 'is done: the new goods have been delivered',
  declined: 'is declined',
  expired: 'has expired',
};

function printStep(exchange: AdminExchange): void {
  const step = exchangeStep(exchange);
  console.log(`The exchange for ${exchange.number} ${STEP_TEXTS[step]}.${mailNote(exchange.email)}`);
  if (step === 'received') console.log(`What to pack, and where to: npm run shop -- exchanges show ${exchange.number}`);
}

async function printList(step: ExchangeStep | undefined): Promise<void> {
  const exchanges = await readShop((shop) => exchangesForAdmin(shop, step));
  for (const exchange of exchanges) console.log(exchangeSummary(exchange));
  if (exchanges.length === 0) console.log('No exchanges.');
}

function parseSwaps(pairs: string): Map<string, string> {
  return new Map(
    pairs.split(',').map((pair) => {
      const [oldSku, newSku, ...more] = pair.split('=').map((sku) => sku.trim());
      if (!oldSku || !newSku || more.length > 0) throw new InvalidArgumentError('Write OLD=NEW.');
      return [oldSku, newSku] as const;
    }),
  );
}

/** Prints the exchanges of an order, and saves their pictures to the folder `saveTo` unless it is undefined. */
export async function printExchanges(shop: CommandShop, number: string, saveTo: string | undefined): Promise<void> {
  for (const exchange of await exchangesOfNumber(shop, number)) {
    await recordOrderRead(shop, exchange.order_id);
    await printExchange(shop, exchange, saveTo);
  }
}

async function printExchange(
  { db, settings }: CommandShop,
  exchange: AdminExchange,
  saveTo: string | undefined,
): Promise<void> {
  const details = await exchangeDetails({ db }, exchange);
  for (const line of exchangeText(exchange, details)) console.log(line);
  for (const { name, bytes } of details.images)
    console.log(`  [${withoutControlCharacters(name)}, ${fileSizeText(bytes)}]`);
  if (saveTo !== undefined) await saveFiles(settings, details.images, saveTo);
}

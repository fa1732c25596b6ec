import { Command, type CommandUnknownOpts, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import type { ExchangeState } from '#lib/db/tables/exchange.ts';
import { confirm, withShop, YES } from '#lib/shop/command.server.ts';
import { oneLine, shortTime, withoutControls } from '#lib/shop/terminal-text.ts';
import { EXCHANGE_STATES } from '#lib/support/exchange.ts';
import { approveExchange, declineExchange, receiveExchange } from '#lib/support/exchange-desk.server.ts';
import {
  type DeskExchange,
  exchangeDetails,
  exchangeOnDesk,
  exchangesOnDesk,
} from '#lib/support/read-exchanges.server.ts';
import { saveFiles } from '#lib/support/save-files.server.ts';
import { fileSize } from '#lib/support/ticket.ts';

const STATES = Object.keys(EXCHANGE_STATES) as ExchangeState[];

/** `exchanges list|show|approve|decline|receive`: each decision tells the customer by mail. */
export function exchangesCommand(): CommandUnknownOpts {
  const exchanges = new Command('exchanges');
  exchanges
    .command('list')
    .description('requests to exchange, the latest first')
    .addOption(new Option('--state <state>', 'only requests in this state').choices(STATES))
    .usage('[--state STATE]')
    .action(({ state }) => list(state));
  exchanges
    .command('show')
    .description('why, which goods, by SKU; --save writes the pictures to a folder')
    .argument('<order>', '', upperCase)
    .option('--save <dir>', 'write the pictures to this folder')
    .usage('ORDER [--save DIR]')
    .action((order, { save }) => show(order, save));
  exchanges
    .command('approve')
    .description('hold the new goods: the same ones, or by SKU other ones')
    .argument('<order>', '', upperCase)
    .option('--swap <pairs>', 'the goods of before and the new ones, by SKU', swapsOf)
    .usage('ORDER [--swap OLD=NEW,…]')
    .action(async (order, { swap = new Map() }) => tell(await withShop((shop) => approveExchange(shop, order, swap))));
  exchanges
    .command('decline')
    .description('refuse it; held goods go back on sale')
    .argument('<order>', '', upperCase)
    .argument('<reason>', 'what the customer reads, in quotation marks')
    .option(...YES)
    .usage('ORDER "REASON"')
    .action(async (order, reason, asked) => {
      await confirm(`Decline the exchange of ${order}?`, asked);
      tell(await withShop((shop) => declineExchange(shop, order, reason)));
    });
  exchanges
    .command('receive')
    .description('the old goods are back; --spoilt keeps them off sale')
    .argument('<order>', '', upperCase)
    .option('--spoilt', 'keep them off sale')
    .option(...YES)
    .usage('ORDER [--spoilt]')
    .action(async (order, { spoilt, yes }) => {
      await confirm(`Take the old goods of ${order} back${spoilt ? ' as spoilt' : ''}?`, { yes });
      tell(await withShop((shop) => receiveExchange(shop, order, spoilt === true)));
    });
  return exchanges;
}

function upperCase(typed: string): string {
  return typed.toUpperCase();
}

const TOLD: Record<ExchangeState, string> = {
  requested: 'is asked for',
  approved: 'is approved: the new goods are kept for the customer, who has 14 days to send the old ones back',
  received: 'is done: the old goods are back, send the new ones now',
  declined: 'is declined',
  expired: 'has run out',
};

/** What a decision has done. */
function tell({ number, state }: DeskExchange): void {
  console.log(`The exchange of ${number} ${TOLD[state]}. The customer is told by mail.`);
}

async function list(state: ExchangeState | undefined): Promise<void> {
  const exchanges = await withShop((shop) => exchangesOnDesk(shop, state));
  for (const exchange of exchanges) console.log(line(exchange));
  if (exchanges.length === 0) console.log('No exchanges.');
}

function line({ number, state, created_at, email, reasons_json, custom_reason }: DeskExchange): string {
  const reasons = [...(JSON.parse(reasons_json) as string[]), custom_reason].filter(Boolean).join('; ');
  return [number, state.padEnd(9), shortTime(created_at), email, oneLine(reasons)].join('  ');
}

async function show(number: string, saveTo: string | undefined): Promise<void> {
  return withShop(async ({ db, settings }) => {
    const exchange = await exchangeOnDesk({ db }, number);
    const { goods, images } = await exchangeDetails({ db }, exchange);
    console.log(line(exchange));
    console.log(`  ${exchange.has_original_packaging === 1 ? 'With' : 'Without'} the original packaging`);
    for (const { sku, name, variant, quantity, sell_unit } of goods) {
      const amount = sell_unit === 'metre' ? `${quantity / 100} m` : `${quantity} ×`;
      console.log(`  ${amount} ${[name, variant, sku].filter(Boolean).join(', ')}`);
    }
    if (exchange.answer) console.log(`  Answer: ${withoutControls(exchange.answer)}`);
    for (const { name, bytes } of images) console.log(`  [${withoutControls(name)}, ${fileSize(bytes)}]`);
    if (saveTo !== undefined) await saveFiles(settings, images, saveTo);
  });
}

function swapsOf(given: string): Map<string, string> {
  return new Map(
    given.split(',').map((pair) => {
      const [old, fresh] = pair.split('=');
      if (!old || !fresh) throw new InvalidArgumentError('Write OLD=NEW.');
      return [old.trim(), fresh.trim()] as const;
    }),
  );
}

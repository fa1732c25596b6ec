import type { ExchangeState } from '#lib/db/tables/exchange.ts';
import { type Command, needed, UsageError, withShop } from '#lib/shop/command.server.ts';
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
export const exchangesCommand: Command = {
  name: 'exchanges',
  usage: [
    ['exchanges list [--state STATE]', 'requests to exchange, the latest first'],
    ['exchanges show ORDER [--save DIR]', 'why, which goods, by SKU; --save writes the pictures to a folder'],
    ['exchanges approve ORDER [--swap OLD=NEW,…]', 'hold the new goods: the same ones, or by SKU other ones'],
    ['exchanges decline ORDER "REASON"', 'refuse it; held goods go back on sale'],
    ['exchanges receive ORDER [--spoilt]', 'the old goods are back; --spoilt keeps them off sale'],
  ],
  options: {
    state: { type: 'string' },
    swap: { type: 'string' },
    spoilt: { type: 'boolean' },
    save: { type: 'string' },
  },
  async run([verb, number, reason, ...rest], options) {
    if (rest.length > 0) throw new UsageError('Put the reason into quotation marks.');
    if (verb === 'list') return list(options.state);
    const order = () => needed(number, `exchanges ${verb}`, 'the number of an order').toUpperCase();
    if (verb === 'show') return show(order(), options.save);
    if (verb === 'approve') {
      const swaps = swapsOf(options.swap);
      return tell(await withShop((shop) => approveExchange(shop, order(), swaps)));
    }
    if (verb === 'decline') {
      const why = needed(reason, 'exchanges decline', 'a reason that the customer reads');
      return tell(await withShop((shop) => declineExchange(shop, order(), why)));
    }
    if (verb === 'receive')
      return tell(await withShop((shop) => receiveExchange(shop, order(), options.spoilt === true)));
    throw new UsageError('exchanges needs list, show, approve, decline or receive.');
  },
};

const TOLD: Record<ExchangeState, string> = {
  requested: 'is asked for',
  approved: 'is approved: the new goods are kept for the customer, who has 14 days to send the old ones back',
  received: 'is done: the old goods are back, send the new ones now',
  declined: 'is declined',
  expired: 'has run out',
};

/** What a decision has done. */
function tell({ number, state }: DeskExchange): number {
  console.log(`The exchange of ${number} ${TOLD[state]}. The customer is told by mail.`);
  return 0;
}

async function list(given: string | boolean | undefined): Promise<number> {
  const state = STATES.find((one) => one === given);
  if (given !== undefined && !state) throw new UsageError(`--state may be ${STATES.join(', ')}.`);
  const exchanges = await withShop((shop) => exchangesOnDesk(shop, state));
  for (const exchange of exchanges) console.log(line(exchange));
  if (exchanges.length === 0) console.log('No exchanges.');
  return 0;
}

function line({ number, state, created_at, email, reasons_json, custom_reason }: DeskExchange): string {
  const reasons = [...(JSON.parse(reasons_json) as string[]), custom_reason].filter(Boolean).join('; ');
  return [number, state.padEnd(9), shortTime(created_at), email, oneLine(reasons)].join('  ');
}

async function show(number: string, saveTo: string | boolean | undefined): Promise<number> {
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
    if (typeof saveTo === 'string') await saveFiles(settings, images, saveTo);
    return 0;
  });
}

function swapsOf(given: string | boolean | undefined): Map<string, string> {
  if (typeof given !== 'string') return new Map();
  return new Map(
    given.split(',').map((pair) => {
      const [old, fresh] = pair.split('=');
      if (!old || !fresh) throw new UsageError(`"${pair}" is no swap; write OLD=NEW.`);
      return [old.trim(), fresh.trim()] as const;
    }),
  );
}

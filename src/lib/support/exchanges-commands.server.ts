import type { ExchangeState } from '#lib/db/tables/exchange.ts';
import { type Command, needed, UsageError, withShop } from '#lib/shop/command.server.ts';
import { EXCHANGE_STATES } from '#lib/support/exchange.ts';
import {
  approveExchange,
  type DeskExchange,
  declineExchange,
  exchangesOnDesk,
  receiveExchange,
} from '#lib/support/exchange-desk.server.ts';

const STATES = Object.keys(EXCHANGE_STATES) as ExchangeState[];

/** `exchanges list|approve|decline|receive`: each decision tells the customer by mail. */
export const exchangesCommand: Command = {
  name: 'exchanges',
  usage: [
    ['exchanges list [--state STATE]', 'requests to exchange, the latest first'],
    ['exchanges approve ORDER [--swap OLD=NEW,…]', 'hold the new goods: the same ones, or by SKU other ones'],
    ['exchanges decline ORDER "REASON"', 'refuse it; held goods go back on sale'],
    ['exchanges receive ORDER [--spoilt]', 'the old goods are back; --spoilt keeps them off sale'],
  ],
  options: { state: { type: 'string' }, swap: { type: 'string' }, spoilt: { type: 'boolean' } },
  async run([verb, number, reason], options) {
    if (verb === 'list') return list(options.state);
    const order = () => needed(number, `exchanges ${verb}`, 'the number of an order');
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
    throw new UsageError('exchanges needs list, approve, decline or receive.');
  },
};

async function list(given: string | boolean | undefined): Promise<number> {
  const state = STATES.find((one) => one === given);
  if (given !== undefined && !state) throw new UsageError(`--state may be ${STATES.join(', ')}.`);
  const exchanges = await withShop((shop) => exchangesOnDesk(shop, state));
  for (const exchange of exchanges) tell(exchange);
  if (exchanges.length === 0) console.log('No exchanges.');
  return 0;
}

function tell({ number, state, email, reasons_json, custom_reason, has_original_packaging }: DeskExchange): number {
  const reasons = [...(JSON.parse(reasons_json) as string[]), custom_reason].filter(Boolean).join('; ');
  const packaging = has_original_packaging === 1 ? 'with packaging' : 'without packaging';
  console.log(`${number}  ${state.padEnd(9)}  ${email}  ${packaging}  ${reasons.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')}`);
  return 0;
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

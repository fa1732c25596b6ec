import { Command, type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { type CommandShop, confirm, UsageError, withShop, YES_OPTION } from '#lib/platform/cli/command.server.ts';
import { oneLine } from '#lib/platform/cli/terminal-text.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { indianDateTime } from '#lib/primitives/indian-time.ts';
import { countText, plural } from '#lib/primitives/plural.ts';
import { cancelWave, type OrderWave, orderWaves } from '#lib/sales/orders/order-waves.server.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

const MAX_HOURS = 30 * 24;

interface WaveOptions {
  hours: number;
  from?: string[] | undefined;
  keep?: string[] | undefined;
  reason?: string | undefined;
  yes?: true | undefined;
}

export function cancelWaveCommand(): CommandUnknownOpts {
  return new Command('cancel-wave')
    .description('cancel many cash orders with unverified email addresses; without --from, lists their networks')
    .option('--hours <n>', 'only orders from the last N hours', parseHours, 24)
    .option('--from <networks>', 'cancel the orders from these networks, separated by commas', parseList)
    .option('--keep <numbers>', 'do not cancel these orders, separated by commas', parseList)
    .option('--reason <words>', 'the reason; the customers see it, and it is stored')
    .option(...YES_OPTION)
    .usage('[--hours N] [--from NETWORK[,NETWORK]] [--keep NUMBER[,NUMBER]] [--reason WORDS]')
    .action((options) => withShop((shop) => run(shop, options)));
}

async function run(shop: CommandShop, { hours, from, keep = [], reason, yes }: WaveOptions): Promise<void> {
  const waves = await orderWaves(shop.db, shop.now(), hours * HOUR_MS);
  if (from === undefined) return listWaves(waves, hours);
  const unknownNetwork = from.find((name) => !waves.some((wave) => wave.networkName === name));
  if (unknownNetwork !== undefined)
    throw new UsageError(`No cash orders from unverified mailboxes came from the network ${unknownNetwork}.`);
  const networkOrders = waves.filter(({ networkName }) => from.includes(networkName)).flatMap((wave) => wave.orders);
  const missingNumber = keep.find((number) => !networkOrders.some((order) => order.number === number));
  if (missingNumber !== undefined)
    throw new UsageError(`${missingNumber} is not among the orders from these networks.`);
  const orders = networkOrders.filter(({ number }) => !keep.includes(number));
  for (const { number, created_at, email, lineCount, total_paise } of orders) {
    const lines = countText(lineCount, 'line');
    console.log([number, indianDateTime(created_at), lines, priceText(total_paise), oneLine(email)].join('  '));
  }
  if (orders.length === 0) return console.log('No orders to cancel.');
  await confirm(`Cancel ${countText(orders.length, 'order')}, restock the goods and email each buyer?`, { yes });
  const uncancelledNumbers = await cancelWave(shop, orders, reason);
  const cancelledCount = orders.length - uncancelledNumbers.length;
  const resultText = plural(cancelledCount, 'order was cancelled, and its', 'orders were cancelled, and their');
  console.log(`${cancelledCount} ${resultText} goods are back in stock.`);
  if (uncancelledNumbers.length > 0)
    console.log(`These orders have changed in the meantime and were not cancelled: ${uncancelledNumbers.join(', ')}.`);
}

function listWaves(waves: readonly OrderWave[], hours: number): void {
  for (const { networkName, orders } of waves) {
    const times = orders.map(({ created_at }) => created_at);
    const lineCount = orders.reduce((sum, order) => sum + order.lineCount, 0);
    const period = `${indianDateTime(Math.min(...times))} to ${indianDateTime(Math.max(...times))}`;
    console.log(`${networkName}  ${countText(orders.length, 'order')}, ${countText(lineCount, 'line')}  ${period}`);
  }
  if (waves.length > 0) console.log('Add --from NETWORK to see and cancel the orders from one network.');
  else console.log(`No cash orders from unverified mailboxes in the last ${countText(hours, 'hour')}.`);
}

function parseHours(value: string): number {
  const hours = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (hours < 1 || hours > MAX_HOURS) throw new InvalidArgumentError(`Enter a whole number from 1 to ${MAX_HOURS}.`);
  return hours;
}

function parseList(value: string): string[] {
  return value.split(',').map((item) => item.trim());
}

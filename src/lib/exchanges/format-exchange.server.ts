import type { OrderAddress } from '#lib/address/address.ts';
import { exchangeStep } from '#lib/exchanges/exchange.ts';
import {
  type AdminExchange,
  type Exchange,
  exchangeDetails,
  exchangesOfNumber,
} from '#lib/exchanges/read-exchanges.server.ts';
import { indianMinute } from '#lib/fields/indian-time.ts';
import { amountText } from '#lib/fields/metres.ts';
import type { CommandShop } from '#lib/platform/cli/command.server.ts';
import { oneLine, withoutControls } from '#lib/platform/cli/terminal-text.ts';
import { saveFiles } from '#lib/tickets/save-files.server.ts';
import { fileSize } from '#lib/tickets/ticket.ts';

type Details = Awaited<ReturnType<typeof exchangeDetails>>;

export function exchangeSummary(exchange: AdminExchange): string {
  const { number, created_at, email, reasons_json, custom_reason } = exchange;
  const reasons = [...(JSON.parse(reasons_json) as string[]), custom_reason].filter(Boolean).join('; ');
  return [number, exchangeStep(exchange).padEnd(9), indianMinute(created_at), email, oneLine(reasons)].join('  ');
}

export async function showExchanges(shop: CommandShop, number: string, saveTo: string | undefined): Promise<void> {
  for (const exchange of await exchangesOfNumber(shop, number)) await showExchange(shop, exchange, saveTo);
}

async function showExchange(
  { db, settings }: CommandShop,
  exchange: AdminExchange,
  saveTo: string | undefined,
): Promise<void> {
  const { order, goods, images } = await exchangeDetails({ db }, exchange);
  console.log(exchangeSummary(exchange));
  console.log(`  ${exchange.has_original_packaging === 1 ? 'With' : 'Without'} the original packaging`);
  for (const line of goodsText(goods)) console.log(`  ${line}`);
  if (exchange.spoilt === 1) console.log('  The old goods came back spoilt, and are not on sale');
  if (exchangeStep(exchange) !== 'declined') console.log(`  To: ${addressText(order)}`);
  if (exchange.shipped_at !== null) console.log(`  ${parcelText(exchange, exchange.shipped_at)}`);
  if (exchange.answer) console.log(`  Answer: ${withoutControls(exchange.answer)}`);
  for (const { name, bytes } of images) console.log(`  [${withoutControls(name)}, ${fileSize(bytes)}]`);
  if (saveTo !== undefined) await saveFiles(settings, images, saveTo);
}

function goodsText(goods: Details['goods']): string[] {
  const chosen = goods.filter(({ exchanged }) => exchanged !== null);
  if (chosen.length === 0) return goods.map((line) => `${amountText(line.sell_unit, line.quantity)} ${words(line)}`);
  return chosen.flatMap(({ exchanged, new_name, new_variant, new_sku, bolt_position, is_open, taken, ...old }) => {
    const amount = amountText(old.sell_unit, exchanged ?? 0);
    const fresh = { name: new_name ?? '', variant: new_variant ?? '', sku: new_sku };
    const bolt = bolt_position === null ? '' : `, from bolt ${bolt_position + 1}`;
    const out = is_open === 1 ? 'what you suggest: --swap' : `${amount} ${words(fresh)}${bolt}`;
    return [`Comes back: ${amount} ${words(old)}`, `Goes out: ${out}${taken === 1 ? '' : ' (not held)'}`];
  });
}

function words({ name, variant, sku }: { name: string; variant: string; sku: string | null }): string {
  return [name, variant, sku && `(${sku})`].filter(Boolean).join(' ');
}

function addressText({ address_json, mobile }: Details['order']): string {
  const { name, house, street, landmark, city, state, pincode }: OrderAddress = JSON.parse(address_json);
  return oneLine([name, house, street, landmark, city, state, pincode, mobile].filter(Boolean).join(', '));
}

function parcelText({ carrier, tracking_number, tracking_url }: Exchange, shippedAt: number): string {
  return [`Sent on ${indianMinute(shippedAt)}`, carrier, tracking_number, tracking_url].filter(Boolean).join(', ');
}

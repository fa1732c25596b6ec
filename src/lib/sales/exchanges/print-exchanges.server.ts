import { saveFiles } from '#lib/customers/support/save-files.server.ts';
import { fileSizeText } from '#lib/customers/support/ticket.ts';
import type { CommandShop } from '#lib/platform/cli/command.server.ts';
import { withoutControlCharacters } from '#lib/platform/cli/terminal-text.ts';
import { exchangeText } from '#lib/sales/exchanges/exchange-text.ts';
import { type AdminExchange, exchangeDetails, exchangesOfNumber } from '#lib/sales/exchanges/read-exchanges.server.ts';
import { recordOrderRead } from '#lib/sales/orders/admin/record-order-read.server.ts';

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

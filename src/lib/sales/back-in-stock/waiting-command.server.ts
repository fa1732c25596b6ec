import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { readShop } from '#lib/platform/cli/command.server.ts';
import { indianDateTime } from '#lib/primitives/indian-time.ts';
import { countText } from '#lib/primitives/plural.ts';
import { type AwaitedItem, listAwaitedItems } from '#lib/sales/back-in-stock/list-awaited-items.server.ts';

export function waitingCommand(): CommandUnknownOpts {
  return new Command('waiting')
    .description('list sold-out items that customers are waiting for, with how many are waiting and since when')
    .usage('')
    .action(() =>
      readShop(async ({ db }) => {
        const items = await listAwaitedItems(db);
        if (items.length === 0) console.log('Nobody is waiting for an item.');
        for (const item of items) console.log(waitingText(item));
      }),
    );
}

function waitingText({
  variantId,
  sku,
  productSlug,
  variantName,
  isForSale,
  waitingCount,
  waitingSince,
}: AwaitedItem): string {
  const label = `${variantId}  ${sku ?? '-'}  ${productSlug}${variantName ? ` ${variantName}` : ''}`;
  const queueText = `${countText(waitingCount, 'customer waiting', 'customers waiting')}, the first since ${indianDateTime(waitingSince)}`;
  return `${label}: ${queueText}${isForSale ? '' : ' (not for sale, so nobody is emailed)'}`;
}

import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { readShop } from '#lib/platform/cli/command.server.ts';
import { indianMinute } from '#lib/primitives/indian-time.ts';
import { plural } from '#lib/primitives/plural.ts';
import { listWaiting, type WaitedFor } from '#lib/sales/back-in-stock/list-waiting.server.ts';

export function waitingCommand(): CommandUnknownOpts {
  return new Command('waiting')
    .description('list sold-out items that customers wait for, with how many wait and since when')
    .usage('')
    .action(() =>
      readShop(async ({ db }) => {
        const goods = await listWaiting(db);
        if (goods.length === 0) console.log('Nobody waits for anything.');
        for (const one of goods) console.log(waitingText(one));
      }),
    );
}

function waitingText({ id, sku, product, name, isOnSale, waiting, since }: WaitedFor): string {
  const label = `${id}  ${sku ?? '-'}  ${product}${name ? ` ${name}` : ''}`;
  const people = `${waiting} ${plural(waiting, 'waits', 'wait')}, the first since ${indianMinute(since)}`;
  return `${label}: ${people}${isOnSale ? '' : ' (not on sale: nobody is mailed)'}`;
}

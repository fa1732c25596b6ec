import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { subscribersCsv } from '#lib/customers/newsletter/export-subscribers.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { type CommandShop, readShop } from '#lib/platform/cli/command.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';

export function newsletterCommand(): CommandUnknownOpts {
  const newsletter = new Command('newsletter').description('export newsletter subscribers');
  newsletter
    .command('export')
    .description('export the subscribers as .csv, each with their unsubscribe link')
    .argument('<file>')
    .usage('FILE')
    .action(async (file) => {
      const count = await readShop(async (shop) => {
        const lines = await exportTo(shop, file);
        const event = { action: 'export subscribers', record: { kind: 'newsletter', id: '' }, after: { lines } };
        await transaction(shop.db, (tx) => recordAudit(tx, event, shop.now()));
        return lines;
      });
      console.log(`${count.toLocaleString('en-IN')} subscribers written to ${file}.`);
    });
  return newsletter;
}

async function exportTo(shop: CommandShop, target: string): Promise<number> {
  let lines = 0;
  async function* counted(): AsyncGenerator<string> {
    for await (const line of subscribersCsv(shop)) {
      lines += 1;
      yield line;
    }
  }
  // Addresses are private: other users of the machine must not read the file.
  await pipeline(Readable.from(counted()), createWriteStream(target, { mode: 0o600 }));
  return lines - 1;
}

import { Readable } from 'node:stream';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { exportSubscribers } from '#lib/customers/newsletter/export-subscribers.server.ts';
import { type CommandShop, readShop } from '#lib/platform/cli/command.server.ts';
import { writeFileAtomically } from '#lib/platform/files/storage/write-file.server.ts';
import { countText } from '#lib/primitives/plural.ts';

export function newsletterCommand(): CommandUnknownOpts {
  const newsletter = new Command('newsletter').description('export newsletter subscribers');
  newsletter
    .command('export')
    .description('export the subscribers as .csv, each with their unsubscribe link')
    .argument('<file>')
    .usage('FILE')
    .action(async (file) => {
      const count = await readShop((shop) => exportTo(shop, file));
      console.log(`${countText(count, 'subscriber')} written to ${file}.`);
    });
  return newsletter;
}

async function exportTo(shop: CommandShop, target: string): Promise<number> {
  let lineCount = 0;
  async function* countedChunks(): AsyncGenerator<string> {
    for await (const chunk of await exportSubscribers(shop)) {
      lineCount += chunk.split('\n').length - 1;
      yield chunk;
    }
  }
  // Addresses are private: other users of the machine must not read the file.
  await writeFileAtomically(target, Readable.from(countedChunks()), { mode: 0o600 });
  // The first line contains the headings.
  return lineCount - 1;
}

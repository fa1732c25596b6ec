import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { subscriberLines } from '#lib/newsletter/export-subscribers.server.ts';
import { type Command, type CommandShop, needed, UsageError, withShop } from '#lib/shop/command.server.ts';

export const newsletterCommand: Command = {
  name: 'newsletter',
  usage: [['newsletter export FILE', 'write the subscribers as .csv, each with the link by which they leave']],
  async run([what, file, ...rest]) {
    if (what !== 'export') throw new UsageError('newsletter needs export.');
    if (rest.length > 0) throw new UsageError(`"${rest.join(' ')}" is too much`);
    const target = needed(file, 'newsletter export', 'the name of a file');
    const count = await withShop((shop) => exportTo(shop, target));
    console.log(`${count.toLocaleString('en-IN')} subscribers written to ${target}.`);
    return 0;
  },
};

async function exportTo(shop: CommandShop, target: string): Promise<number> {
  let lines = 0;
  async function* counted(): AsyncGenerator<string> {
    for await (const line of subscriberLines(shop)) {
      lines += 1;
      yield line;
    }
  }
  // Addresses are private: nobody else on the machine may read the file.
  await pipeline(Readable.from(counted()), createWriteStream(target, { mode: 0o600 }));
  return lines - 1;
}

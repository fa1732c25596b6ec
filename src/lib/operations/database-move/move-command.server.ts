import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Moved, Tell } from '#lib/operations/database-move/copy-tables.server.ts';
import { destinationWords, readDestination } from '#lib/operations/database-move/destination.server.ts';
import { moveShop } from '#lib/operations/database-move/move-shop.server.ts';
import { UsageError } from '#lib/platform/cli/command.server.ts';
import { loadSettings } from '#lib/platform/load-settings.server.ts';
import { locationText } from '#lib/platform/location/find-shop.server.ts';

const TELLS_EVERY_MS = 10_000;

export function moveCommand(): CommandUnknownOpts {
  return new Command('move')
    .description('move a stopped shop from SQLite to an empty PostgreSQL database, or back')
    .option('--to <place>', 'postgres://…, sqlite for DATA_DIR, or sqlite:DIR for another folder')
    .usage('--to postgres://…|sqlite[:DIR]')
    .action(async ({ to }) => {
      const settings = loadSettings(process.env);
      const destination = to === undefined ? undefined : readDestination(to, settings.dataDir);
      if (!destination) throw new UsageError('move needs --to postgres://…, sqlite or sqlite:DIR.');
      console.error(`Moving the shop from ${locationText(settings)}`);
      const moved = await moveShop(settings, destination, progress());
      const words = destinationWords(destination);
      if (moved) console.log(summary(moved));
      else console.log('All had been copied before: the move that was broken off is finished.');
      console.log(`The shop is now in ${words}. Change the settings and start it; the old place refuses to start.`);
    });
}

function progress(): Tell {
  let toldAt = Date.now();
  return (table, rows) => {
    if (Date.now() - toldAt < TELLS_EVERY_MS) return;
    toldAt = Date.now();
    console.error(`${table}: ${rows} rows …`);
  };
}

function summary({ tables, nulTexts }: Moved): string {
  const rows = [...tables.values()].reduce((sum, table) => sum + table.rows, 0);
  const told = [
    `Moved and compared: ${tables.get('orders')?.rows ?? 0} orders, ${rows} rows of ${tables.size} tables.`,
  ];
  for (const [column, count] of nulTexts)
    told.push(`${column}: ${count} held the character NUL, which PostgreSQL can’t keep; it was left out.`);
  return told.join('\n');
}

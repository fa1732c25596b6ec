import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { recordOperation } from '#lib/operations/backup/record-operation.server.ts';
import type { MoveResult, ReportProgress } from '#lib/operations/database-move/copy-tables.server.ts';
import {
  type Destination,
  destinationText,
  parseDestination,
} from '#lib/operations/database-move/destination.server.ts';
import { moveShop } from '#lib/operations/database-move/move-shop.server.ts';
import { UsageError } from '#lib/platform/cli/command.server.ts';
import { locationText } from '#lib/platform/location/find-shop.server.ts';
import { loadSettings } from '#lib/platform/settings/load-settings.server.ts';
import { countText } from '#lib/primitives/plural.ts';

const REPORT_EVERY_MS = 10_000;

export function moveCommand(): CommandUnknownOpts {
  return new Command('move')
    .description('move a stopped shop from SQLite to an empty PostgreSQL database, or back')
    .option('--to <target>', 'postgres://…, sqlite for DATA_DIR, or sqlite:DIR for another folder')
    .usage('--to postgres://…|sqlite[:DIR]')
    .action(async ({ to }) => {
      const settings = loadSettings(process.env);
      const destination = to === undefined ? undefined : parseDestination(to, settings.dataDir);
      if (!destination) throw new UsageError('move needs --to postgres://…, sqlite or sqlite:DIR.');
      console.error(`Moving the shop from ${locationText(settings)}`);
      const result = await moveShop(settings, destination, createProgressReport());
      await recordOperation(locationOf(destination, settings.dataDir), {
        action: 'move shop',
        after: { engine: destination.engine },
      });
      const location = destinationText(destination);
      if (result) console.log(summary(result));
      else console.log('Finished an interrupted move: all data had been copied before.');
      console.log(
        `The shop is now in ${location}. Change the settings and start it. It no longer starts from the old database.`,
      );
    });
}

function locationOf({ engine, location }: Destination, dataDir: string) {
  return engine === 'postgres' ? { databaseUrl: location, dataDir } : { databaseUrl: undefined, dataDir: location };
}

function createProgressReport(): ReportProgress {
  let reportedAt = Date.now();
  return (table, rowCount) => {
    if (Date.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = Date.now();
    console.error(`${table}: ${rowCount} rows …`);
  };
}

function summary({ tableDigests, nulTextCounts }: MoveResult): string {
  const rowCount = [...tableDigests.values()].reduce((sum, digest) => sum + digest.rowCount, 0);
  const lines = [
    `Moved and compared: ${countText(tableDigests.get('orders')?.rowCount ?? 0, 'order')}, ${rowCount} rows of ${tableDigests.size} tables.`,
  ];
  for (const [column, count] of nulTextCounts)
    lines.push(
      `${column}: removed NUL characters from ${countText(count, 'value')}, because PostgreSQL can’t store them.`,
    );
  return lines.join('\n');
}

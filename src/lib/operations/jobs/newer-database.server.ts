import { migrationProblem, NEWER_DATABASE } from '#lib/platform/db/migrator/migrate.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/**
 * A newer program, or its owner's tool, may migrate the database of a shop that runs. What this process would write
 * then may be wrong, so it stops; started again, it refuses the database.
 */
export async function stopOnNewerDatabase({ db, log }: Pick<Shop, 'db' | 'log'>, stop = interrupt): Promise<void> {
  if ((await migrationProblem(db)) !== NEWER_DATABASE) return;
  log.fatal('the database was upgraded by a newer version of the shop, or was moved: this process stops');
  stop();
}

/** Unlike SIGTERM, this closes the port at once. */
function interrupt(): void {
  process.kill(process.pid, 'SIGINT');
}

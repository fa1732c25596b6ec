import { migrationProblem, NEWER_DATABASE } from '#lib/platform/db/migrator/migrate.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/**
 * A newer version may migrate the database while the shop is running. Stops this process, because its writes might then
 * be wrong; when restarted, it refuses the database.
 */
export async function stopOnNewerDatabase({ db, log }: Pick<Shop, 'db' | 'log'>, stop = interrupt): Promise<void> {
  if ((await migrationProblem(db)) !== NEWER_DATABASE) return;
  log.fatal('the database was upgraded by a newer version of the shop, or was moved: this process stops');
  stop();
}

/** Unlike after SIGTERM, the process does not wait for load balancers before it closes the port. */
function interrupt(): void {
  process.kill(process.pid, 'SIGINT');
}

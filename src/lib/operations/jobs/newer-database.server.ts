import { migrationProblem, NEWER_DATABASE } from '#lib/platform/db/migrator/migrate.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/**
 * Stops this process if a newer version has migrated the database while the shop is running, because this version's
 * writes might be wrong. When restarted, it refuses the database.
 */
export async function stopOnNewerDatabase({ db, log }: Pick<Shop, 'db' | 'log'>, stop = interrupt): Promise<void> {
  if ((await migrationProblem(db)) !== NEWER_DATABASE) return;
  log.fatal('the database was upgraded by a newer version of the shop, or was moved: this process stops');
  stop();
}

/** Stops the process. After SIGINT, unlike SIGTERM, it closes the port without waiting for load balancers. */
function interrupt(): void {
  process.kill(process.pid, 'SIGINT');
}

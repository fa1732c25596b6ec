import { migrationProblem, NEWER_DATABASE } from '#lib/platform/db/migrator/migrate.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/**
 * Returns a job that stops this process if a newer version has migrated the database while the shop is running, because
 * this version's writes might be wrong. After a restart, this version refuses the database. A migration adds a row to the
 * table `migration`, so the names of the migrations are read only after the number of rows has changed.
 */
export function newerDatabaseWatch({ db, log }: Pick<Shop, 'db' | 'log'>, stop = interrupt): () => Promise<void> {
  let checkedCount: number | undefined;
  return async () => {
    const query = db.write.selectFrom('migration').select(({ fn }) => fn.countAll<number>().as('count'));
    const { count } = await query.executeTakeFirstOrThrow();
    if (count === checkedCount) return;
    if ((await migrationProblem(db)) === NEWER_DATABASE) {
      log.fatal('the database was upgraded by a newer version of the shop, or was moved: this process stops');
      stop();
    }
    checkedCount = count;
  };
}

/** Stops the process. After SIGINT, unlike SIGTERM, it closes the port without waiting for load balancers. */
function interrupt(): void {
  process.kill(process.pid, 'SIGINT');
}

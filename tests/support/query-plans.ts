import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/** Returns the plans of the queries that `work` sends through `read` and `write`, as JSON. */
export async function queryPlans(
  db: ShopDatabase,
  work: (recordedDb: ShopDatabase) => Promise<unknown>,
): Promise<string> {
  const queries: CompiledQuery[] = [];
  const executor = db.write.getExecutor();
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }): RootOperationNode {
      queries.push(executor.compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await work({ ...db, write: db.write.withPlugin(recorder), read: db.read.withPlugin(recorder) });
  const explain = db.engine === 'sqlite' ? 'explain query plan' : 'explain';
  const plans = queries.map(({ sql: text, parameters }) =>
    db.write.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters])),
  );
  return JSON.stringify((await Promise.all(plans)).map(({ rows }) => rows));
}

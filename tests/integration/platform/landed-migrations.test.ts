import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  PostgresQueryCompiler,
  type RootOperationNode,
  SqliteQueryCompiler,
} from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Engine, openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { createLedger } from '#lib/platform/db/migrator/migration-ledger.server.ts';
import { MIGRATIONS } from '#lib/platform/db/migrator/migrations.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { createDatabase } from '#support/test-database.ts';

/**
 * Each migration’s statements on a database without rows are recorded in a file. Never change an existing file, because
 * owners’ databases were created by its statements. Add another migration instead.
 */
describe.each(['sqlite', 'postgres'] as const)('the statements of a released migration never change [%s]', (engine) => {
  const isSkipped = engine === 'postgres' && !inject('postgresUrl');
  const dir = mkdtempSync(join(tmpdir(), 'taana-landed-'));
  let db: ShopDatabase;
  let dropDatabase = async () => {};

  beforeAll(async () => {
    const database = engine === 'postgres' && !isSkipped ? await createDatabase(inject('postgresUrl')) : undefined;
    if (database) dropDatabase = database.drop;
    db = await openDatabase({ dataDir: dir, databaseUrl: database?.url });
    await createLedger(db);
  });

  afterAll(async () => {
    await db.close();
    await dropDatabase();
    rmSync(dir, { recursive: true, force: true });
  });

  test.skipIf(isSkipped).each(MIGRATIONS.map((migration) => [migration.name, migration] as const))(
    '%s',
    async (name, migration) => {
      const recorder = new Recorder(engine);
      await transaction(db, (tx) => migration.up(tx.withPlugin(recorder) as typeof tx, engine));
      await expect(recorder.text()).toMatchFileSnapshot(`landed-migrations/${name}.${engine}.sql`);
    },
  );
});

/** Records the statements that are sent to the engine, with shorter indentation. */
class Recorder implements KyselyPlugin {
  readonly #compiler: SqliteQueryCompiler | PostgresQueryCompiler;
  readonly #statements: string[] = [];

  constructor(engine: Engine) {
    this.#compiler = engine === 'postgres' ? new PostgresQueryCompiler() : new SqliteQueryCompiler();
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    const { sql } = this.#compiler.compileQuery(node, queryId);
    this.#statements.push(`${sql.replaceAll(/^ +/gm, '  ')};`);
    return node;
  }

  async transformResult<Args extends { result: unknown }>({ result }: Args): Promise<Args['result']> {
    return result;
  }

  text(): string {
    return `${this.#statements.join('\n')}\n`;
  }
}

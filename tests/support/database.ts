import { afterAll, afterEach, beforeEach, describe, inject } from 'vitest';
import { type Engine, openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { copyTemplate } from './sqlite-template.ts';
import { createDatabase } from './test-database.ts';

/**
 * Runs a suite once per engine, or only on SQLite if there is no PostgreSQL server. `open` returns a new, migrated
 * database. The database is closed and dropped at the end of the test that opened it, so that its connections are free
 * for the next test. A database that was opened outside a test is dropped at the end of the suite.
 */
export function onBothEngines(name: string, suite: (open: () => Promise<ShopDatabase>, engine: Engine) => void): void {
  for (const engine of ['sqlite', 'postgres'] as const) {
    const isAvailable = engine === 'sqlite' || inject('postgresUrl') !== '';
    describe.skipIf(!isAvailable)(`${name} [${engine}]`, () => {
      const closeFunctions: (() => Promise<void>)[] = [];
      let countBeforeTest = 0;
      const closeFrom = async (first: number) => {
        for (const close of closeFunctions.splice(first)) await close();
      };
      beforeEach(() => {
        countBeforeTest = closeFunctions.length;
      });
      afterEach(() => closeFrom(countBeforeTest));
      afterAll(() => closeFrom(0));
      suite(async () => {
        const { db, drop } = await migratedDatabase(engine);
        closeFunctions.push(drop);
        return db;
      }, engine);
    });
  }
}

interface OpenDatabase {
  db: ShopDatabase;
  url?: string;
  drop(): Promise<void>;
}

async function migratedDatabase(engine: Engine): Promise<OpenDatabase> {
  if (engine === 'postgres') return newPostgresDatabase(`template ${inject('postgresTemplate')}`);
  return copyTemplate(inject('sqliteTemplate'));
}

/** Creates a database without tables. */
export async function createEmptyDatabase(engine: Engine): Promise<OpenDatabase> {
  if (engine === 'sqlite') {
    const db = await openDatabase({ dataDir: '', isTemporary: true });
    return { db, drop: () => db.close() };
  }
  return newPostgresDatabase();
}

async function newPostgresDatabase(options?: string): Promise<OpenDatabase> {
  const { url, drop } = await createDatabase(inject('postgresUrl'), options);
  const db = await openDatabase({ databaseUrl: url, dataDir: '' });
  return {
    db,
    url,
    async drop() {
      await db.close();
      await drop();
    },
  };
}

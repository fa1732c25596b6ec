import { afterAll, afterEach, beforeEach, describe, inject } from 'vitest';
import { type Engine, openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { copyTemplate } from './sqlite-template.ts';
import { createDatabase } from './test-database.ts';

/**
 * Runs a suite once per engine; without a PostgreSQL server, on SQLite only. `open` returns a new, migrated database.
 * At the end of the test that opened it, it is closed and dropped, which frees its connections for the next one; if
 * opened outside a test, at the end of the suite.
 */
export function onBothEngines(name: string, suite: (open: () => Promise<ShopDatabase>, engine: Engine) => void): void {
  for (const engine of ['sqlite', 'postgres'] as const) {
    const isAvailable = engine === 'sqlite' || inject('postgresUrl') !== '';
    describe.skipIf(!isAvailable)(`${name} [${engine}]`, () => {
      const opened: (() => Promise<void>)[] = [];
      let beforeTest = 0;
      const closeFrom = async (first: number) => {
        for (const close of opened.splice(first)) await close();
      };
      beforeEach(() => {
        beforeTest = opened.length;
      });
      afterEach(() => closeFrom(beforeTest));
      afterAll(() => closeFrom(0));
      suite(async () => {
        const { db, drop } = await migratedDatabase(engine);
        opened.push(drop);
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

/** A new database without tables. */
export async function emptyDatabase(engine: Engine): Promise<OpenDatabase> {
  if (engine === 'sqlite') {
    const db = await openDatabase({ dataDir: '', temporary: true });
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

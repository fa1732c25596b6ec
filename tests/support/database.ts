import { afterAll, afterEach, beforeEach, describe, inject } from 'vitest';
import { type Engine, openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { copyTemplate } from './sqlite-template.ts';
import { createDatabase } from './test-database.ts';

/**
 * Runs a suite once per engine. `open` returns a new, migrated database. It is closed and dropped when the test ends that
 * opened it, so that its connections are free for the next; one that was opened outside a test, when the suite ends.
 */
export function onBothEngines(name: string, suite: (open: () => Promise<ShopDatabase>, engine: Engine) => void): void {
  for (const engine of ['sqlite', 'postgres'] as const) {
    const isThere = engine === 'sqlite' || inject('postgresUrl') !== '';
    describe.skipIf(!isThere)(`${name} [${engine}]`, () => {
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

interface OwnDatabase {
  db: ShopDatabase;
  url?: string;
  drop(): Promise<void>;
}

async function migratedDatabase(engine: Engine): Promise<OwnDatabase> {
  if (engine === 'postgres') return ownPostgres(`template ${inject('postgresTemplate')}`);
  return copyTemplate(inject('sqliteTemplate'));
}

/** A new database without tables. */
export async function emptyDatabase(engine: Engine): Promise<OwnDatabase> {
  if (engine === 'sqlite') {
    const db = await openDatabase({ dataDir: '', temporary: true });
    return { db, drop: () => db.close() };
  }
  return ownPostgres();
}

async function ownPostgres(options?: string): Promise<OwnDatabase> {
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

import { afterAll, describe, inject } from 'vitest';
import { type Engine, openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { copyTemplate } from './sqlite-template.ts';
import { createDatabase } from './test-database.ts';

/** Runs a suite once per engine. `open` returns a new, migrated database that is closed and dropped at the end. */
export function onBothEngines(name: string, suite: (open: () => Promise<ShopDatabase>, engine: Engine) => void): void {
  for (const engine of ['sqlite', 'postgres'] as const) {
    const isThere = engine === 'sqlite' || inject('postgresUrl') !== '';
    describe.skipIf(!isThere)(`${name} [${engine}]`, () => {
      const closers: (() => Promise<void>)[] = [];
      afterAll(async () => {
        for (const close of closers) await close();
      });
      suite(async () => {
        const { db, drop } = await migratedDatabase(engine);
        closers.push(drop);
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

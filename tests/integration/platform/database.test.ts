import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { parseListQuery } from '#lib/catalog/listing/list-query.ts';
import { listProducts } from '#lib/catalog/listing/listing.server.ts';
import { priceRange } from '#lib/catalog/listing/price-steps.server.ts';
import { type Engine, openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import {
  initialReadPosition,
  invalidate,
  latestInvalidationId,
  pollInvalidations,
} from '#lib/platform/db/invalidation.server.ts';
import { isMigrated, migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { asOneTransaction, bulkTransaction, transaction } from '#lib/platform/db/transaction.server.ts';
import { onBothEngines } from '#support/database.ts';
import { MIGRATIONS_OF_OLD_PROGRAM, runOldStartup } from '#support/old-program.ts';
import { createDatabase } from '#support/test-database.ts';

interface DatabaseLocation {
  dataDir: string;
  databaseUrl?: string;
  drop(): Promise<void>;
}

/** Creates a database location for tests that open the same database twice. */
async function createLocation(engine: Engine): Promise<DatabaseLocation> {
  if (engine === 'postgres') {
    const { url, drop } = await createDatabase(inject('postgresUrl'));
    return { dataDir: '', databaseUrl: url, drop };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'taana-two-'));
  return { dataDir, drop: async () => rmSync(dataDir, { recursive: true, force: true }) };
}

function migrateInChildProcess({ dataDir, databaseUrl }: DatabaseLocation): Promise<unknown> {
  const args = ['tests/support/migrate-once.ts', dataDir, ...(databaseUrl ? [databaseUrl] : [])];
  return promisify(execFile)(process.execPath, args);
}

const PRODUCT: ProductRecord = {
  type: 'product',
  slug: 'stole',
  name: 'Stole',
  categories: [],
  sell_unit: 'piece',
  variants: [{ price: 100, quantity: 1 }],
};

onBothEngines('the database', (open, engine) => {
  test('is migrated only once by processes that start together, and a second connection sees changes', async () => {
    const location = await createLocation(engine);
    const [firstDb, secondDb] = [await openDatabase(location), await openDatabase(location)];
    try {
      expect(await isMigrated(firstDb)).toBe(false);
      await Promise.all([
        migrateInChildProcess(location),
        migrateInChildProcess(location),
        migrateInChildProcess(location),
      ]);
      expect(await isMigrated(secondDb)).toBe(true);
      await migrate(secondDb);
      const unfilteredQuery = parseListQuery(new URLSearchParams(), priceRange({}));
      expect((await listProducts(secondDb, unfilteredQuery)).total).toBe(0);
      const invalidationId = await latestInvalidationId(secondDb);
      await saveCatalogueBatch(firstDb, [PRODUCT]);
      expect((await listProducts(secondDb, unfilteredQuery)).total).toBe(1);
      expect([...(await pollInvalidations(secondDb, invalidationId)).tags].sort()).toEqual(['list', 'product:stole']);
    } finally {
      await firstDb.close();
      await secondDb.close();
      await location.drop();
    }
  });

  test('makes old programs that do not compare versions fail when they start', async () => {
    const db = await open();
    await expect(runOldStartup(db, MIGRATIONS_OF_OLD_PROGRAM)).rejects.toThrow(
      /this_database_belongs_to_a_newer_version_of_the_shop/,
    );
  });

  test('rolls back a transaction that throws, without blocking other transactions', async () => {
    const db = await open();
    const failingTransaction = transaction(db, async (tx) => {
      await invalidate(tx, ['lost']);
      throw new Error('The work failed.');
    });
    const otherTransactions = Array.from({ length: 10 }, (_, n) =>
      transaction(db, (tx) => invalidate(tx, [`kept-${n}`])),
    );
    await expect(failingTransaction).rejects.toThrow('The work failed.');
    await Promise.all(otherTransactions);
    const { tags } = await pollInvalidations(db, 0);
    expect([...tags].sort()).toEqual(Array.from({ length: 10 }, (_, n) => `kept-${n}`));
  });

  test('returns numbers for 64-bit integers, and rejects stock below zero', async () => {
    const db = await open();
    await saveCatalogueBatch(db, [{ ...PRODUCT, created_at: '2026-01-01' }]);
    const row = await db.read.selectFrom('product').select(['created_at', 'id']).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ created_at: Date.UTC(2026, 0, 1), id: 1 });
    await expect(db.write.updateTable('variant').set({ quantity: -1 }).execute()).rejects.toThrow();
  });

  test.runIf(engine === 'postgres')(
    'reports a change that got its id before another change but was committed after it',
    async () => {
      const db = await open();
      const invalidationId = await latestInvalidationId(db);
      const commit = await startLateChange(db);
      await transaction(db, (tx) => invalidate(tx, ['early']));
      const firstPoll = await pollInvalidations(db, invalidationId);
      expect([...firstPoll.tags]).toEqual(['early']);
      await commit();
      const secondPoll = await pollInvalidations(db, firstPoll.lastId);
      expect([...secondPoll.tags]).toEqual(['late']);
      expect((await pollInvalidations(db, secondPoll.lastId)).tags.size).toBe(0);
    },
  );

  test.runIf(engine === 'postgres')('reports a late commit to a process that started to read before it', async () => {
    const db = await open();
    const commit = await startLateChange(db);
    await transaction(db, (tx) => invalidate(tx, ['early']));
    const firstPoll = await pollInvalidations(db, await initialReadPosition(db));
    await commit();
    expect([...(await pollInvalidations(db, firstPoll.lastId)).tags]).toEqual(['late']);
  });

  test.runIf(engine === 'postgres')('retries a transaction after a serialization failure', async () => {
    const db = await open();
    let attemptCount = 0;
    const failTwice = () =>
      transaction(db, async (tx) => {
        attemptCount++;
        if (attemptCount < 3) throw Object.assign(new Error('serialization'), { code: '40001' });
        await invalidate(tx, ['done']);
      });
    await failTwice();
    expect(attemptCount).toBe(3);
    expect((await pollInvalidations(db, 0)).tags).toEqual(new Set(['done']));
  });

  test.runIf(engine === 'postgres')('retries a transaction that refers to a missing row', async () => {
    const db = await open();
    let attemptCount = 0;
    const outcome = await transaction(db, async (tx) => {
      if (attemptCount++ > 0) return 'gone';
      const line = { id: 'line', cart_id: 'none', variant_id: 404, quantity: 1, price_paise: 1, added_at: 1 };
      await tx.insertInto('cart_line').values(line).execute();
      return 'written';
    });
    expect([outcome, attemptCount]).toEqual(['gone', 2]);
  });
});

test('the SQLite file and its log are private once they are open, even if the file was not private before', async () => {
  const { dataDir, drop } = await createLocation('sqlite');
  const findExposedFiles = () =>
    readdirSync(dataDir).filter((file) => (statSync(join(dataDir, file)).mode & 0o077) !== 0);
  const openAndCheck = async () => {
    const db = await openDatabase({ dataDir });
    await migrate(db);
    expect(readdirSync(dataDir)).toContain('shop.sqlite-wal');
    expect(findExposedFiles()).toEqual([]);
    await db.close();
  };
  await openAndCheck();
  chmodSync(join(dataDir, 'shop.sqlite'), 0o644);
  await openAndCheck();
  await drop();
});

onBothEngines('several changes as one transaction', (open) => {
  const subscriber = (email: string) => ({ id: email, email, created_at: 1 });

  test('take effect together', async () => {
    const db = await open();
    await asOneTransaction(db, async (joined) => {
      await transaction(joined, (tx) => tx.insertInto('subscriber').values(subscriber('a@shop.example')).execute());
      await bulkTransaction(joined, (tx) => tx.insertInto('subscriber').values(subscriber('b@shop.example')).execute());
      expect(await joined.read.selectFrom('subscriber').select('email').execute()).toHaveLength(2);
      expect(await db.read.selectFrom('subscriber').select('email').execute()).toEqual([]);
    });
    expect(await db.read.selectFrom('subscriber').select('email').execute()).toHaveLength(2);
  });

  test('have no effect if one of them fails', async () => {
    const db = await open();
    const bothChanges = asOneTransaction(db, async (joined) => {
      await transaction(joined, (tx) => tx.insertInto('subscriber').values(subscriber('a@shop.example')).execute());
      await transaction(joined, () => Promise.reject(new Error('The second change failed.')));
    });
    await expect(bothChanges).rejects.toThrow('The second change failed.');
    expect(await db.read.selectFrom('subscriber').select('email').execute()).toEqual([]);
  });
});

/** Starts a change that gets its id immediately and is committed when the returned function is called. */
async function startLateChange(db: ShopDatabase): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>();
  const writeEvent = Promise.withResolvers<void>();
  const transactionResult = db.write.transaction().execute(async (tx) => {
    await invalidate(tx, ['late']);
    writeEvent.resolve();
    await gate.promise;
  });
  await writeEvent.promise;
  return () => {
    gate.resolve();
    return transactionResult;
  };
}

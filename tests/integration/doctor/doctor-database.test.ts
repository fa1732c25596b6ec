import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { sealAudit } from '#lib/platform/audit/audit-chain.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { integrityProblems } from '#lib/platform/db/integrity.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { onBothEngines } from '#support/database.ts';
import { shopCli } from '#support/shop-cli.ts';
import { temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const PAGE_BYTES = 4_096;

async function createClosedShop(): Promise<{ dir: string; file: string }> {
  const { dir, remove } = temporaryDir('doctor-database');
  onTestFinished(remove);
  const db = await smallShop(dir);
  await sql`pragma wal_checkpoint(truncate)`.execute(db.write);
  await db.close();
  return { dir, file: join(dir, 'shop.sqlite') };
}

onBothEngines('a database', (open, engine) => {
  test('has no problems if it is intact', async () => expect(await integrityProblems(await open())).toEqual([]));

  test.runIf(engine === 'postgres')('has a problem for each invalid index and unchecked constraint', async () => {
    const db = await open();
    await sql`alter table coupon add constraint never_checked check (value > 0) not valid`.execute(db.write);
    await sql`update pg_index set indisvalid = false where indexrelid = 'coupon_pkey'::regclass`.execute(db.write);
    expect(await integrityProblems(db)).toEqual([
      'index coupon_pkey is not valid: run reindex index coupon_pkey',
      'constraint never_checked was never checked against all rows',
    ]);
  });
});

test('doctor reports damaged pages of the database file', async () => {
  const { dir, file } = await createClosedShop();
  const descriptor = openSync(file, 'r+');
  // The first pages stay intact, because they contain the schema, without which the file would not be a database.
  const pages = Math.floor(statSync(file).size / PAGE_BYTES);
  for (let page = Math.floor(pages / 2); page < pages; page += 1)
    writeSync(descriptor, Buffer.alloc(PAGE_BYTES, 0xa5), 0, PAGE_BYTES, page * PAGE_BYTES);
  closeSync(descriptor);
  const { status, stdout, stderr } = shopCli(dir)('doctor');
  expect(status).toBe(1);
  expect(stdout + stderr).toMatch(/✗ database: damaged \(.+\)\. Restore a backup\./);
  expect(stdout + stderr).not.toMatch(/\n +at /);
});

test('doctor reports a row whose parent row is missing', async () => {
  const { dir, file } = await createClosedShop();
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  db.exec('delete from product');
  db.close();
  expect(shopCli(dir)('doctor').stdout).toMatch(/✗ database: damaged .+refers to a missing row of product/);
});

test.each([
  ['changed', "update audit_entry set actor_name = 'Nobody' where position = 2"],
  ['deleted', 'delete from audit_entry where position = 2'],
])('doctor reports an audit log entry that was %s by SQL', async (change, statement) => {
  const { dir, file } = await createClosedShop();
  const shopDb = await openDatabase({ dataDir: dir });
  for (const id of ['o1', 'o2', 'o3'])
    await transaction(shopDb, (tx) => recordAudit(tx, { action: 'move order', record: { kind: 'order', id } }, 0));
  await sealAudit(shopDb);
  await shopDb.close();
  const db = new DatabaseSync(file);
  db.exec(statement);
  db.close();
  expect(shopCli(dir)('doctor').stdout).toContain(`✗ audit log: entry 2 was ${change} outside the shop.`);
});

import { sql } from 'kysely';
import { expect } from 'vitest';
import { clearNames } from '#lib/platform/db/migrations/0087-clear-names.server.ts';
import { testMigration } from '#support/test-migration.ts';

testMigration('0087 keeps mappings and imports under their new names', clearNames, async (db, migrate) => {
  await sql`insert into import_answer (kind, word, means) values ('brand', 'acme', 'Acme Mills')`.execute(db.write);
  await sql`insert into catalogue_import (id, author, file_name, file_bytes, options_json, report_json, state, created_at, updated_at)
    values ('i1', 'owner', 'goods.csv', 1, '{"writesStock":false,"removes":true,"columns":[]}', '{"leftOut":2}', 'planned', 1, 1)`.execute(
    db.write,
  );
  await migrate();
  expect(await db.write.selectFrom('import_mapping').selectAll().execute()).toEqual([
    { kind: 'brand', word: 'acme', target: 'Acme Mills' },
  ]);
  const { options_json, report_json } = await db.write
    .selectFrom('catalogue_import')
    .select(['options_json', 'report_json'])
    .executeTakeFirstOrThrow();
  expect(JSON.parse(options_json)).toEqual({ writesStock: false, removesMissing: true, columns: [] });
  expect(JSON.parse(report_json ?? '')).toEqual({ leftOutCount: 2 });
});

import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/**
 * Renames a table, columns and a field whose names did not say what they contain. During an upgrade, processes of the
 * earlier version still run for a second, so tables that are needed to place an order keep their names.
 */
export const clearNames: Migration = {
  name: '0087-clear-names',
  up: (tx: Tx, engine: Engine) =>
    createTables(tx, engine, [
      'alter table import_answer rename to import_mapping',
      'alter table import_mapping rename column means to target',
      'alter table order_credit_line rename column back to destination',
      `update catalogue_import set options_json = replace(options_json, '"removes":', '"removesMissing":')`,
      `update catalogue_import set report_json = replace(report_json, '"leftOut":', '"leftOutCount":')`,
    ]),
};

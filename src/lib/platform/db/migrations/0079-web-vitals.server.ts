import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/** Histograms of the web vitals of page views. */
export const webVitals: Migration = {
  name: '0079-web-vitals',
  up: (tx: Tx, engine: Engine) =>
    createTables(tx, engine, [
      `create table web_vital (
        day text not null, page text not null, device text not null, metric text not null,
        bucket INT not null, times INT not null,
        primary key (day, page, device, metric, bucket)
      ) KEYED_END`,
    ]),
};

import { join, resolve } from 'node:path';
import { SQLITE_FILE } from '#lib/operations/backup/sqlite-dump.server.ts';
import { addressWithoutCredentials } from '#lib/platform/db/address-without-credentials.ts';
import type { Engine } from '#lib/platform/db/db.server.ts';

export interface Destination {
  engine: Engine;
  /** The URL of a PostgreSQL database, or the folder of an SQLite file. */
  location: string;
}

/** Parses `postgres://…`, `sqlite` (for DATA_DIR) or `sqlite:DIR`. Returns undefined for any other text. */
export function parseDestination(text: string, dataDir: string): Destination | undefined {
  if (/^postgres(ql)?:\/\/./.test(text)) return { engine: 'postgres', location: text };
  const [, dir] = /^sqlite(?::(.+))?$/s.exec(text) ?? [undefined, undefined];
  if (!text.startsWith('sqlite') || (dir === undefined && text !== 'sqlite')) return undefined;
  return { engine: 'sqlite', location: resolve(dir ?? dataDir) };
}

export function destinationText({ engine, location }: Destination): string {
  if (engine === 'sqlite') return `${join(location, SQLITE_FILE)} (DATA_DIR=${location}, no DATABASE_URL)`;
  return `postgres://${addressWithoutCredentials(location)} (DATABASE_URL)`;
}

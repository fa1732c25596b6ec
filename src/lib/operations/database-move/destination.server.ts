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
  const match = /^sqlite(?::(.+))?$/s.exec(text);
  return match ? { engine: 'sqlite', location: resolve(match[1] ?? dataDir) } : undefined;
}

export function destinationText({ engine, location }: Destination): string {
  if (engine === 'sqlite') return `${join(location, SQLITE_FILE)} (DATA_DIR=${location}, no DATABASE_URL)`;
  return `postgres://${addressWithoutCredentials(location)} (DATABASE_URL)`;
}

import { join, resolve } from 'node:path';
import type { Engine } from '#lib/platform/db/db.server.ts';
import { plainAddress } from '#lib/platform/db/plain-address.ts';

export interface Destination {
  engine: Engine;
  /** The address of the database, or the folder of the file. */
  at: string;
}

/** Reads `postgres://…`, `sqlite` for the folder of DATA_DIR, and `sqlite:DIR`; undefined for anything else. */
export function parseDestination(text: string, dataDir: string): Destination | undefined {
  if (/^postgres(ql)?:\/\/./.test(text)) return { engine: 'postgres', at: text };
  const [, dir] = /^sqlite(?::(.+))?$/s.exec(text) ?? [undefined, undefined];
  if (!text.startsWith('sqlite') || (dir === undefined && text !== 'sqlite')) return undefined;
  return { engine: 'sqlite', at: resolve(dir ?? dataDir) };
}

export function destinationText({ engine, at }: Destination): string {
  if (engine === 'sqlite') return `${join(at, 'shop.sqlite')} (DATA_DIR=${at}, no DATABASE_URL)`;
  return `postgres://${plainAddress(at)} (DATABASE_URL)`;
}

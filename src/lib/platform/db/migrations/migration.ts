import type { Engine, Tx } from '#lib/platform/db/db.server.ts';

export interface Migration {
  name: string;
  up(tx: Tx, engine: Engine): Promise<void>;
}

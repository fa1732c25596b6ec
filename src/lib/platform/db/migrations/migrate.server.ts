import type { Engine, Tx } from '#lib/platform/db/db.server.ts';

/** One step of the schema. This file keeps its name, because landed migrations import it. */
export interface Migration {
  name: string;
  up(tx: Tx, engine: Engine): Promise<void>;
}

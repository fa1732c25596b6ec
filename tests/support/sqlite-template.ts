import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of a migrated SQLite database without rows, which is used as a template. */
    sqliteTemplate: string;
  }
}

/** Vitest's global setup: creates a template. Copying the template takes a tenth of the time of the migrations. */
export default async function setup(project: TestProject): Promise<() => void> {
  const dir = mkdtempSync(join(tmpdir(), 'shop-template-'));
  const db = await openDatabase({ dataDir: dir });
  await migrate(db);
  await db.close();
  project.provide('sqliteTemplate', dir);
  return () => rmSync(dir, { recursive: true, force: true });
}

/** Creates a database as a copy of the template. */
export async function copyTemplate(
  template: string,
): Promise<{ db: ShopDatabase; dataDir: string; drop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-db-'));
  copyFileSync(join(template, 'shop.sqlite'), join(dataDir, 'shop.sqlite'));
  const db = await openDatabase({ dataDir });
  return {
    db,
    dataDir,
    async drop() {
      await db.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRecord } from '#lib/catalog/import/record/catalog-record.schema.ts';
import type { CatalogueEntry } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { root } from '#support/project-root.ts';

const FOLDER = join(root, 'src/content/catalogue');
/** The categories, brands, materials and collections of the demo's catalogue. */
export const DEMO_TAXONOMY = recordsOf('00-taxonomy.jsonl');

/** Imports the demo's catalogue without reviews and pictures. The pictures would take longer than everything else. */
export async function importDemoCatalogue(db: ShopDatabase): Promise<void> {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl') && !name.startsWith('reviews'));
  for (const file of files.sort()) await saveCatalogueBatch(db, recordsOf(file));
}

function recordsOf(file: string): CatalogueEntry[] {
  const lines = readFileSync(join(FOLDER, file), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const parsed = parseRecord(JSON.parse(line));
    if ('problems' in parsed) throw new Error(`${file}: ${JSON.stringify(parsed.problems)}`);
    return parsed.record;
  });
}

import { join } from 'node:path';
import { Readable } from 'node:stream';
import { shopifyCsv } from '#lib/catalog/import/export/export-csv.server.ts';
import { productIds, readCatalogue } from '#lib/catalog/import/export/read-catalogue.server.ts';
import { isWebUrl } from '#lib/catalog/products/image-source.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { isPlainRelativePath } from '#lib/platform/files/storage/folder-file.server.ts';
import { writeFileAtomically } from '#lib/platform/files/storage/write-file.server.ts';

export interface ExportOptions {
  db: ShopDatabase;
  target: string;
  format: 'jsonl' | 'csv';
  pictures?: PictureStore | undefined;
  /** The folder to which pictures are copied, each with its `src` as the path. Pictures from the web are not copied. */
  imagesDir?: string | undefined;
}

export interface ExportReport {
  recordCount: number;
  pictureCount: number;
}

/**
 * Writes the catalogue to a file atomically, and then the pictures to `imagesDir`. Returns the numbers of records and
 * pictures.
 */
export async function exportCatalogue(options: ExportOptions): Promise<ExportReport> {
  const { db, target, format, pictures, imagesDir } = options;
  const report: ExportReport = { recordCount: 0, pictureCount: 0 };
  const lines = format === 'csv' ? shopifyCsv(db, report) : jsonLines(db, report);
  await writeFileAtomically(target, Readable.from(lines));
  if (pictures && imagesDir !== undefined) report.pictureCount = await exportPictures(db, pictures, imagesDir);
  return report;
}

async function* jsonLines(db: ShopDatabase, report: ExportReport): AsyncGenerator<string> {
  let lines: string[] = [];
  for await (const record of readCatalogue(db)) {
    report.recordCount++;
    lines.push(JSON.stringify(record));
    if (lines.length < 200) continue;
    yield `${lines.join('\n')}\n`;
    lines = [];
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`;
}

async function exportPictures(db: ShopDatabase, pictures: PictureStore, imagesDir: string): Promise<number> {
  const copiedSrcs = new Set<string>();
  for await (const { src, hash } of storedPictures(db)) {
    if (src === null || hash === null || isWebUrl(src) || !isPlainRelativePath(src)) continue;
    if (copiedSrcs.has(src) || !pictures.has(hash)) continue;
    await pictures.copyTo(hash, join(imagesDir, src));
    copiedSrcs.add(src);
  }
  return copiedSrcs.size;
}

async function* storedPictures(db: ShopDatabase): AsyncGenerator<{ src: string | null; hash: string | null }> {
  yield* await db.read.selectFrom('facet_value').select(['image_src as src', 'image_hash as hash']).execute();
  for await (const ids of productIds(db))
    yield* await db.read.selectFrom('picture').select(['src', 'hash']).where('product_id', 'in', ids).execute();
}

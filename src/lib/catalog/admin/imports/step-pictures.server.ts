import type { AfterJson, ImportShop } from '#lib/catalog/admin/imports/stored-import.ts';
import { PictureImport } from '#lib/catalog/import/import-pictures.server.ts';
import type { CatalogueEntry } from '#lib/catalog/import/record/catalog-record.ts';
import { imagesOf } from '#lib/catalog/import/record/picture-records.ts';
import { isWebUrl } from '#lib/catalog/products/image-source.ts';
import type { CatalogueImportRowTable } from '#lib/platform/db/tables/import.ts';
import type { StoredPicture } from '#lib/platform/files/pictures/pictures.server.ts';

export interface StepPictures {
  filesBySrc: ReadonlyMap<string, StoredPicture>;
  /** The messages about pictures that could not be loaded, by the position of the row. */
  problems: ReadonlyMap<number, string[]>;
}

/**
 * Loads those pictures of the given rows that are not stored yet. Returns undefined if a picture is on the web and
 * `mayFetch` is false.
 */
export async function loadStepPictures(
  { db, pictures }: Pick<ImportShop, 'db' | 'pictures'>,
  rows: readonly CatalogueImportRowTable[],
  { mayFetch }: { mayFetch: boolean },
): Promise<StepPictures | undefined> {
  const problems = new Map<number, string[]>();
  const locatedRecords = rows.flatMap((row) => {
    const record = recordWithMissingImages(row);
    return record ? [{ at: { file: '', line: row.position }, record }] : [];
  });
  const needsNetwork = locatedRecords.some(({ record }) => imagesOf(record).some(({ src }) => isWebUrl(src)));
  if (needsNetwork && !mayFetch) return undefined;
  const loader = new PictureImport({
    db,
    store: pictures,
    warn: ({ line }, message) => problems.set(line, [...(problems.get(line) ?? []), message]),
  });
  return { filesBySrc: await loader.load(locatedRecords), problems };
}

function recordWithMissingImages({ after_json }: CatalogueImportRowTable): CatalogueEntry | undefined {
  const after = JSON.parse(after_json ?? 'null') as AfterJson | null;
  if (!after) return undefined;
  const { record, pictures = [] } = after;
  if (record.type !== 'product') return record;
  const storedSrcs = new Set(pictures.map(({ src }) => src));
  return { ...record, images: record.images?.filter(({ src }) => !storedSrcs.has(src)) };
}

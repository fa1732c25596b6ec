import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ImportFileError } from '#lib/catalog/import/record/import-source.ts';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';

export function isJsonl(path: string): boolean {
  return /\.(jsonl|ndjson)$/i.test(path);
}

/**
 * Returns the file, or the .jsonl files of a folder, with their sizes in bytes. Throws an ImportFileError if there are
 * no such files, if the format is not supported, or if one of them is not a regular file.
 */
export async function sourceFiles(source: string): Promise<{ path: string; bytes: number }[]> {
  const stats = await stat(source).catch(ignoreNotFound);
  if (!stats) throw new ImportFileError(`There is no file or folder ${source}.`);
  if (!stats.isDirectory()) {
    if (!isJsonl(source) && !/\.csv$/i.test(source)) {
      const problem = /\.(xlsx?|ods|numbers)$/i.test(source)
        ? 'is a spreadsheet: open it and save it as "CSV UTF-8", or in Google Sheets choose File, Download, CSV'
        : 'ends neither in .jsonl nor in .csv: its format is unknown';
      throw new ImportFileError(`${source} ${problem}.`);
    }
    return [await sourceFile(source)];
  }
  const fileNames = (await readdir(source)).filter(isJsonl).sort();
  if (fileNames.length === 0) throw new ImportFileError(`There are no .jsonl files in ${source}.`);
  return Promise.all(fileNames.map((fileName) => sourceFile(join(source, fileName))));
}

/**
 * Returns a file with its size in bytes. Throws an ImportFileError if `path` is not a regular file: a pipe can't be
 * read in several passes, and may never end.
 */
async function sourceFile(path: string): Promise<{ path: string; bytes: number }> {
  const stats = await stat(path);
  if (!stats.isFile()) throw new ImportFileError(`${path} is not a file.`);
  return { path, bytes: stats.size };
}

/** Returns the path of the folder `pictures` next to a file or in a folder, or undefined if there is no such folder. */
export async function defaultImagesDir(source: string): Promise<string | undefined> {
  const isFolder = (await stat(source)).isDirectory();
  const folder = join(isFolder ? source : dirname(source), 'pictures');
  const stats = await stat(folder).catch(ignoreNotFound);
  return stats?.isDirectory() ? folder : undefined;
}

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const COMPRESSIBLE = /\.(html|js|css|svg|xml|txt|json|webmanifest)$/;

/** Writes a `.br` and a `.gz` file beside each text file in a folder and its subfolders. */
export async function precompress(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const file of files) {
    if (file.isFile() && COMPRESSIBLE.test(file.name)) await compress(join(file.parentPath, file.name));
  }
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await writeFile(`${path}.br`, await compressBrotli(bytes, { params }));
  await writeFile(`${path}.gz`, await compressGzip(bytes, { level: 9 }));
}

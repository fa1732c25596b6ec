import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BackupFile } from '#lib/operations/backup/manifest.schema.ts';

/** Writes a file, flushes it to disk, and returns its size and hash. Throws EEXIST if the file exists. */
export async function writeNewFile(content: Readable, path: string): Promise<BackupFile> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const { hashChunks, result } = hashingStream();
  await pipeline(content, hashChunks, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  return result();
}

/** `hashChunks` passes the chunks on. After the last chunk, `result` returns the size and hash of all chunks. */
export function hashingStream() {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* hashChunks(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  return { hashChunks, result: (): BackupFile => ({ bytes, sha256: hash.digest('hex') }) };
}

/**
 * Hard-links an immutable file from the previous backup, so that the file uses no additional space. Returns false if it
 * can't be linked, or if its size differs.
 */
export async function linkFile(previousPath: string, path: string, { bytes }: BackupFile): Promise<boolean> {
  try {
    if ((await stat(previousPath)).size !== bytes) return false;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await link(previousPath, path);
    return true;
  } catch {
    // The file is on another disk, or its backup was deleted in the meantime, so the file is stored again.
    return false;
  }
}

/** Returns the size and hash of a file. Throws ENOENT if the file is missing. */
export async function sizeAndHashOf(path: string): Promise<BackupFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { FILE_KINDS, type FileKind, type FileKindName } from '#lib/platform/files/file-kinds.ts';
import { readZipDirectory } from '#lib/platform/files/zip-directory.server.ts';

const HEAD_BYTES = 4_100;
/** More than any customer's letter unpacks to; refuses zip bombs. */
const MOST_UNPACKED_BYTES = 150 * 1024 * 1024;
const MOST_ENTRIES = 2_000;

/** Does not check that a picture can be decoded: redrawing it does. */
export async function isReally(kindName: FileKindName, path: string): Promise<boolean> {
  const kind: FileKind = FILE_KINDS[kindName];
  if (kind.marks.length === 0) return isPlainText(path);
  const mark = await markOf(path);
  if (mark === undefined || !kind.marks.includes(mark)) return false;
  return kindName !== 'docx' || isDocument(path);
}

async function markOf(path: string): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return (await fileTypeFromBuffer(buffer.subarray(0, bytesRead)))?.mime;
  } catch {
    // It begins like a known kind and goes on as something else.
    return undefined;
  } finally {
    await file.close();
  }
}

async function isDocument(path: string): Promise<boolean> {
  const zip = await readZipDirectory(path);
  if (!zip || zip.names.length > MOST_ENTRIES || zip.unpackedBytes > MOST_UNPACKED_BYTES) return false;
  return zip.names.includes('[Content_Types].xml') && zip.names.includes('word/document.xml');
}

async function isPlainText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      if (chunk.includes(0)) return false;
      const text = decoder.decode(chunk, { stream: true });
      if (isFirst && /^\s*<[a-z!?/]/i.test(text)) return false;
      isFirst = false;
    }
    decoder.decode();
    return true;
  } catch {
    // Not UTF-8: the sender hears that it is not of its kind.
    return false;
  }
}

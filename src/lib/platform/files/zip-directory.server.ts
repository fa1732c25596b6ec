import { type FileHandle, open } from 'node:fs/promises';

const END_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY_BYTES = 46;
const MOST_DIRECTORY_BYTES = 512 * 1024;

export interface ZipDirectory {
  names: string[];
  /** As the entries claim, not measured. */
  unpackedBytes: number;
}

/** Unpacks nothing; `undefined` when it is no plain, whole zip. */
export async function readZipDirectory(path: string): Promise<ZipDirectory | undefined> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const tail = await readAt(file, Math.max(0, size - END_BYTES - LONGEST_COMMENT), size);
    const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
    if (end < 0 || end + END_BYTES > tail.length || tail.readUInt32LE(end) !== END_MARK) return undefined;
    const count = tail.readUInt16LE(end + 10);
    const bytes = tail.readUInt32LE(end + 12);
    const start = tail.readUInt32LE(end + 16);
    if (bytes > MOST_DIRECTORY_BYTES || start + bytes > size) return undefined;
    return readEntries(await readAt(file, start, start + bytes), count);
  } finally {
    await file.close();
  }
}

function readEntries(directory: Buffer, count: number): ZipDirectory | undefined {
  const names: string[] = [];
  let unpackedBytes = 0;
  let at = 0;
  while (at + ENTRY_BYTES <= directory.length) {
    if (directory.readUInt32LE(at) !== ENTRY_MARK) return undefined;
    const nameLength = directory.readUInt16LE(at + 28);
    names.push(directory.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength));
    unpackedBytes += directory.readUInt32LE(at + 24);
    at += ENTRY_BYTES + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return at === directory.length && names.length === count ? { names, unpackedBytes } : undefined;
}

async function readAt(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from);
  return buffer.subarray(0, bytesRead);
}

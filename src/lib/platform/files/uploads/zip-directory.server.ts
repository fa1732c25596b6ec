import { type FileHandle, open } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';

const END_SIGNATURE = Buffer.from([0x50, 0x4b, 5, 6]);
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_HEADER_SIGNATURE = 0x04034b50;
const END_RECORD_BYTES = 22;
const MAX_COMMENT_LENGTH = 65_535;
const ENTRY_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const MAX_DIRECTORY_BYTES = 512 * 1024;
const MAX_ENTRY_BYTES = 1024 * 1024;
const METHOD_STORED = 0;
const METHOD_DEFLATED = 8;

interface ZipEntry {
  name: string;
  method: number;
  packedBytes: number;
  /** The offset of the local header. */
  offset: number;
}

export interface ZipDirectory {
  entries: ZipEntry[];
  /** The sum of the sizes that the entries state. It is not measured. */
  unpackedBytes: number;
  /**
   * Whether the file has no bytes that could belong to another format: before the first entry, between the directory
   * and the end record, or after the end record.
   */
  isWholeFile: boolean;
}

/**
 * Reads the directory of a zip file without unpacking anything. Returns undefined if the file is not a zip file, or its
 * directory is larger than 512 kB or broken.
 */
export function readZipDirectory(path: string): Promise<ZipDirectory | undefined> {
  return withEndRecord(path, async (file, end) => {
    const directoryEnd = end.directoryStart + end.directoryBytes;
    if (end.directoryBytes > MAX_DIRECTORY_BYTES || directoryEnd > end.offset) return undefined;
    const directory = readEntries(await readAt(file, end.directoryStart, directoryEnd), end.entryCount);
    if (!directory) return undefined;
    const hasNoGaps = directoryEnd === end.offset && end.offset + END_RECORD_BYTES === end.fileBytes;
    return {
      ...directory,
      isWholeFile: hasNoGaps && Math.min(end.directoryStart, ...directory.entries.map(({ offset }) => offset)) === 0,
    };
  });
}

/** Returns whether a program that looks for a zip file at the end of this file would find one. */
export async function endsWithZip(path: string): Promise<boolean> {
  const isZip = await withEndRecord(path, async (file, { offset, directoryBytes, directoryStart }) => {
    // If a zip file was appended to another file, its offsets are relative to its own first byte.
    for (const from of [offset - directoryBytes, directoryStart]) {
      const signature = from < 0 ? Buffer.of() : await readAt(file, from, from + 4);
      if (signature.length === 4 && signature.readUInt32LE(0) === ENTRY_SIGNATURE) return true;
    }
    return undefined;
  });
  return isZip === true;
}

/** The end record, which describes the directory. */
interface ZipEndRecord {
  fileBytes: number;
  /** The offset of the record. */
  offset: number;
  entryCount: number;
  directoryBytes: number;
  directoryStart: number;
}

async function withEndRecord<T>(
  path: string,
  read: (file: FileHandle, end: ZipEndRecord) => Promise<T | undefined>,
): Promise<T | undefined> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const tailStart = Math.max(0, size - END_RECORD_BYTES - MAX_COMMENT_LENGTH);
  const tail = await readAt(file, tailStart, size);
  const end = tail.lastIndexOf(END_SIGNATURE);
  if (end < 0 || end + END_RECORD_BYTES > tail.length) return undefined;
  return await read(file, {
    fileBytes: size,
    offset: tailStart + end,
    entryCount: tail.readUInt16LE(end + 10),
    directoryBytes: tail.readUInt32LE(end + 12),
    directoryStart: tail.readUInt32LE(end + 16),
  });
}

/** Returns the unpacked bytes of one entry, or undefined if it is over 1 MB, broken, or packed by another method. */
export async function readZipEntry(path: string, entry: ZipEntry): Promise<Buffer | undefined> {
  if (entry.packedBytes > MAX_ENTRY_BYTES) return undefined;
  await using file = await open(path, 'r');
  try {
    const head = await readAt(file, entry.offset, entry.offset + LOCAL_HEADER_BYTES);
    if (head.length < LOCAL_HEADER_BYTES || head.readUInt32LE(0) !== LOCAL_HEADER_SIGNATURE) return undefined;
    const start = entry.offset + LOCAL_HEADER_BYTES + head.readUInt16LE(26) + head.readUInt16LE(28);
    const packed = await readAt(file, start, start + entry.packedBytes);
    if (entry.method === METHOD_STORED) return packed;
    if (entry.method !== METHOD_DEFLATED) return undefined;
    return inflateRawSync(packed, { maxOutputLength: MAX_ENTRY_BYTES });
  } catch {
    // The entry is broken or too large, so the file is rejected.
    return undefined;
  }
}

function readEntries(directory: Buffer, count: number): Omit<ZipDirectory, 'isWholeFile'> | undefined {
  const entries: ZipEntry[] = [];
  let unpackedBytes = 0;
  let offset = 0;
  while (offset + ENTRY_BYTES <= directory.length) {
    if (directory.readUInt32LE(offset) !== ENTRY_SIGNATURE) return undefined;
    const nameLength = directory.readUInt16LE(offset + 28);
    entries.push({
      name: directory.toString('utf8', offset + ENTRY_BYTES, offset + ENTRY_BYTES + nameLength),
      method: directory.readUInt16LE(offset + 10),
      packedBytes: directory.readUInt32LE(offset + 20),
      offset: directory.readUInt32LE(offset + 42),
    });
    unpackedBytes += directory.readUInt32LE(offset + 24);
    offset += ENTRY_BYTES + nameLength + directory.readUInt16LE(offset + 30) + directory.readUInt16LE(offset + 32);
  }
  return offset === directory.length && entries.length === count ? { entries, unpackedBytes } : undefined;
}

async function readAt(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from);
  return buffer.subarray(0, bytesRead);
}

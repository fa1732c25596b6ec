import { brotliDecompressSync } from 'node:zlib';

const SIGNATURE = 'wOF2';
const HEADER_BYTES = 48;
/** A font of 60 kB unpacks to about 200 kB; a file that exceeds this limit is treated as a decompression bomb. */
const MAX_UNPACKED_BYTES = 2_000_000;
/** The tags that are needed here, by their index in the standard. The index `OTHER_TAG` is followed by the tag. */
const KNOWN_TAGS: Readonly<Record<number, string>> = {
  ...{ 0: 'cmap', 1: 'head', 2: 'hhea', 3: 'hmtx', 4: 'maxp', 6: 'OS/2', 10: 'glyf', 11: 'loca', 13: 'CFF ' },
  47: 'fvar',
};
const OTHER_TAG = 63;
const REQUIRED_TABLES = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'OS/2'];

export interface FontTables {
  tables: ReadonlyMap<string, Buffer>;
  transformedTags: ReadonlySet<string>;
}

/** Returns the tables of a font. If the file can't be read, throws an Error with a message for the owner. */
export function woff2Tables(bytes: Buffer): FontTables {
  if (bytes.subarray(0, 4).toString('latin1') !== SIGNATURE)
    throw new Error('this is not a woff2 file; convert a ttf or otf font first');
  try {
    return unpack(bytes);
  } catch (error) {
    throw new Error('the file is damaged: it begins like a woff2 file, but can’t be read', { cause: error });
  }
}

/** A WOFF 2.0 file (W3C, 8 August 2024) has a header, a directory of tables, and all tables in one brotli stream. */
function unpack(bytes: Buffer): FontTables {
  if (bytes.readUInt32BE(8) !== bytes.length) throw new Error('its length differs from the stated one');
  const packedBytes = bytes.readUInt32BE(20);
  const reader = new Reader(bytes, HEADER_BYTES);
  const entries = Array.from({ length: bytes.readUInt16BE(12) }, () => readEntry(reader));
  const compressedTables = bytes.subarray(reader.position, reader.position + packedBytes);
  const stream = brotliDecompressSync(compressedTables, { maxOutputLength: MAX_UNPACKED_BYTES });
  const tables = new Map<string, Buffer>();
  let offset = 0;
  for (const { tag, length } of entries) {
    tables.set(tag, stream.subarray(offset, offset + length));
    offset += length;
  }
  const transformedTags = new Set(entries.filter(({ isTransformed }) => isTransformed).map(({ tag }) => tag));
  const missingTags = REQUIRED_TABLES.filter((tag) => !tables.has(tag));
  if (missingTags.length > 0) throw new Error(`tables are missing: ${missingTags}`);
  if (offset !== stream.length) throw new Error('the lengths of the tables differ from the length of the data');
  return { tables, transformedTags };
}

function readEntry(reader: Reader): { tag: string; length: number; isTransformed: boolean } {
  const flags = reader.byte();
  const tagIndex = flags & 0x3f;
  const tag = tagIndex === OTHER_TAG ? reader.text(4) : (KNOWN_TAGS[tagIndex] ?? String(tagIndex));
  const transformVersion = flags >> 6;
  const originalLength = reader.base128();
  const isGlyphs = tag === 'glyf' || tag === 'loca';
  const isTransformed = isGlyphs ? transformVersion !== 3 : transformVersion !== 0;
  return { tag, length: isTransformed ? reader.base128() : originalLength, isTransformed };
}

class Reader {
  readonly #bytes: Buffer;
  position: number;

  constructor(bytes: Buffer, position: number) {
    this.#bytes = bytes;
    this.position = position;
  }

  byte(): number {
    return this.#bytes.readUInt8(this.position++);
  }

  text(length: number): string {
    this.position += length;
    return this.#bytes.subarray(this.position - length, this.position).toString('latin1');
  }

  base128(): number {
    let value = 0;
    for (let count = 0; count < 5; count++) {
      const byte = this.byte();
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    throw new Error('a UIntBase128 number is longer than 5 bytes');
  }
}

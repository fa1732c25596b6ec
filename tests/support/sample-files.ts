import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const samples = new Map<string, Promise<Buffer>>();

/** Returns a picture in one colour. Each size is drawn only once, because tests store hundreds of pictures. */
export async function samplePng(width = 40, height = 30): Promise<Buffer> {
  const size = `${width}x${height}`;
  const pendingPng =
    samples.get(size) ??
    sharp({ create: { width, height, channels: 3, background: '#355070' } })
      .png()
      .toBuffer();
  samples.set(size, pendingPng);
  return Buffer.from(await pendingPng);
}

/** Creates a small PNG that can't be decoded row by row. A PNG with 3,760² pixels has 389 kB and needs 85 MB of RAM. */
export function interlacedPng(edge: number): Promise<Buffer> {
  return sharp({ create: { width: edge, height: edge, channels: 3, background: '#355070' } })
    .toColourspace('rgb16')
    .png({ progressive: true })
    .toBuffer();
}

/** Creates a rotated photograph with metadata about its author and location. */
export function photographWithLocation(format: 'jpeg' | 'png' | 'webp', width = 300, height = 200): Promise<Buffer> {
  const location = { GPSLatitude: '12/1 58/1 0/1', GPSLatitudeRef: 'N', GPSLongitude: '77/1 35/1 0/1' };
  return sharp({ create: { width, height, channels: 3, background: '#a33' } })
    .toFormat(format)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'Asha Rao' }, IFD3: location })
    .toBuffer();
}

/** Creates a PNG whose header states this width and height in pixels, although the file contains hardly any pixels. */
export function pngBomb(edge = 30_000): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    pngChunk('IEND'),
  ]);
}

function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** Creates a zip file with uncompressed entries. `claimedBytes` is the unpacked size that an entry states. */
export function sampleZip(entries: { name: string; content: string; claimedBytes?: number }[]): Buffer {
  const localParts: Buffer[] = [];
  const centralParts: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimedBytes } of entries) {
    const data = Buffer.from(content);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt32LE(crc32(data), 10);
    head.writeUInt32LE(data.length, 14);
    head.writeUInt32LE(claimedBytes ?? data.length, 18);
    head.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), head, Buffer.from(name), data]);
    const attributes = Buffer.alloc(14);
    attributes.writeUInt32LE(offset, 10);
    centralParts.push(Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), head, attributes, Buffer.from(name)]));
    localParts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centralParts);
  const end = Buffer.alloc(22);
  end.set([0x50, 0x4b, 5, 6]);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...localParts, directory, end]);
}

const DOCX_TYPES =
  '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';

/** Creates a file that looks like a Word document but can't be opened as one. */
export function sampleDocx(
  claimedBytes?: number,
  otherEntries: { name: string; content: string }[] = [],
  types: string = DOCX_TYPES,
): Buffer {
  const word = '<w:document/>';
  return sampleZip([
    { name: '[Content_Types].xml', content: types },
    { name: 'word/document.xml', content: word, ...(claimedBytes === undefined ? {} : { claimedBytes }) },
    ...otherEntries,
  ]);
}

/** Creates a Microsoft compound file with these streams. A .doc file, for example, has the stream `WordDocument`. */
export function sampleCompound(...streams: string[]): Buffer {
  const entries = ['Root Entry', ...streams].map((name, index) => {
    const entry = Buffer.alloc(128);
    entry.write(name, 0, 'utf16le');
    entry.writeUInt16LE((name.length + 1) * 2, 64);
    entry[66] = index === 0 ? 5 : 2;
    return entry;
  });
  const signature = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  return Buffer.concat([signature, Buffer.alloc(504), ...entries, Buffer.alloc(512)]);
}

export const SAMPLE_PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
export const SAMPLE_DOC = sampleCompound('WordDocument', '1Table');
export const SAMPLE_MP4 = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom\0\0\x02\0isomiso2'),
  Buffer.alloc(64),
]);
export const SAMPLE_EXE = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200, 7)]);
/** An EBML header with the document type webm. */
export const SAMPLE_WEBM = Buffer.concat([
  Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0xf7, 0x81, 1, 0x42, 0xf2, 0x81, 4]),
  Buffer.from([0x42, 0xf3, 0x81, 8, 0x42, 0x82, 0x84]),
  Buffer.from('webm'),
  Buffer.from([0x42, 0x87, 0x81, 4, 0x42, 0x85, 0x81, 2]),
  Buffer.alloc(64),
]);

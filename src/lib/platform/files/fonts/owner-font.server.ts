import { contentHash } from '#lib/platform/files/content-hash.server.ts';
import { type FontTables, woff2Tables } from '#lib/platform/files/fonts/woff2.server.ts';

export interface FontMetadata {
  /** The CSS value of `font-weight`: `400`, or `100 900` for a variable font. */
  weight: string;
  isItalic: boolean;
  /**
   * This and the following metrics are fractions of the font size. They adjust the system font that is shown until this
   * font is loaded.
   */
  ascent: number;
  descent: number;
  lineGap: number;
  averageWidth: number;
}

/** Three fonts of this size are as large as one or two pictures. */
const MAX_FONT_BYTES = 60_000;
const CHARACTERS = 'abcdefghijklmnopqrstuvwxyz ';
/** The relative frequencies of `CHARACTERS` in English texts (letters: Lewand, Cryptological Mathematics). */
const FREQUENCIES = [
  ...[68, 12, 23, 35, 106, 19, 17, 51, 58, 1, 6, 34, 20, 56, 63, 16, 1, 50, 53, 75, 23, 8, 20, 1, 16, 1],
  183,
];

/** The stored data of an owner's font, including its bytes, because servers with the same database share no folder. */
export interface OwnerFont extends FontMetadata {
  hash: string;
  /** The file's bytes in base64. */
  data: string;
}

/** Reads a woff2 file. If the file is too large or not usable, throws an Error with a message for the owner. */
export function readOwnerFont(bytes: Buffer): OwnerFont {
  const kilobytes = Math.ceil(bytes.length / 1_000);
  if (bytes.length > MAX_FONT_BYTES)
    throw new Error(
      `the font is ${kilobytes} kB, but may be at most ${MAX_FONT_BYTES / 1_000} kB; use a subset of it with the letters that your texts need`,
    );
  return { hash: contentHash(bytes), ...readFontMetadata(bytes), data: bytes.toString('base64') };
}

function readFontMetadata(bytes: Buffer): FontMetadata {
  const font = woff2Tables(bytes);
  try {
    return parseMetadata(font);
  } catch (error) {
    throw new Error('the file is damaged: its tables can’t be read', { cause: error });
  }
}

function parseMetadata(font: FontTables): FontMetadata {
  const [head, hhea, os2] = [tableOf(font, 'head'), tableOf(font, 'hhea'), tableOf(font, 'OS/2')];
  const unitsPerEm = head.readUInt16BE(18);
  if (unitsPerEm < 16) throw new Error('units are missing');
  const usesTypoMetrics = (os2.readUInt16BE(62) & 0x80) !== 0;
  const [metrics, offset] = usesTypoMetrics ? [os2, 68] : [hhea, 4];
  return {
    weight: weightRange(font.tables.get('fvar')) ?? String(Math.min(1_000, Math.max(1, os2.readUInt16BE(4)))),
    isItalic: (os2.readUInt16BE(62) & 1) !== 0,
    ascent: metrics.readInt16BE(offset) / unitsPerEm,
    descent: -metrics.readInt16BE(offset + 2) / unitsPerEm,
    lineGap: metrics.readInt16BE(offset + 4) / unitsPerEm,
    averageWidth: averageWidth(font) / unitsPerEm,
  };
}

function tableOf({ tables }: FontTables, tag: string): Buffer {
  const table = tables.get(tag);
  if (!table) throw new Error(`${tag} is missing`);
  return table;
}

/** Returns the range of the axis `wght`, or undefined if there is none. Its limits are fixed-point numbers (16.16). */
function weightRange(fvar: Buffer | undefined): string | undefined {
  if (!fvar) return undefined;
  const axisBytes = fvar.readUInt16BE(10);
  for (let index = 0; index < fvar.readUInt16BE(8); index++) {
    const axisStart = fvar.readUInt16BE(4) + index * axisBytes;
    const weightAt = (offset: number) => Math.min(1_000, Math.max(1, fvar.readInt16BE(axisStart + offset)));
    if (fvar.subarray(axisStart, axisStart + 4).toString('latin1') === 'wght') return `${weightAt(4)} ${weightAt(12)}`;
  }
  return undefined;
}

/** Returns the average width of `CHARACTERS` in English texts, in font units; half the font size if it has none. */
function averageWidth(font: FontTables): number {
  const [cmap, hmtx] = [tableOf(font, 'cmap'), tableOf(font, 'hmtx')];
  const widthCount = tableOf(font, 'hhea').readUInt16BE(34);
  // In a transformed table, a byte of flags is followed by the widths, without bearings between them.
  const isTransformed = font.transformedTags.has('hmtx');
  const widthOf = (glyph: number) => {
    const index = Math.min(glyph, widthCount - 1);
    return isTransformed ? hmtx.readUInt16BE(1 + index * 2) : hmtx.readUInt16BE(index * 4);
  };
  let [weightedWidth, totalFrequency] = [0, 0];
  for (const [index, character] of [...CHARACTERS].entries()) {
    const glyph = glyphOf(cmap, character.charCodeAt(0));
    if (glyph === 0) continue;
    weightedWidth += widthOf(glyph) * (FREQUENCIES[index] ?? 0);
    totalFrequency += FREQUENCIES[index] ?? 0;
  }
  return totalFrequency === 0 ? tableOf(font, 'head').readUInt16BE(18) / 2 : weightedWidth / totalFrequency;
}

/**
 * Returns the glyph of a character from the subtable of format 4, or 0 if the font lacks the character or this
 * subtable.
 */
function glyphOf(cmap: Buffer, code: number): number {
  const table = findFormat4Table(cmap);
  if (!table) return 0;
  const segmentCount = table.readUInt16BE(6) / 2;
  for (let index = 0; index < segmentCount; index++) {
    if (table.readUInt16BE(14 + index * 2) < code) continue;
    const start = table.readUInt16BE(16 + (segmentCount + index) * 2);
    if (start > code) return 0;
    const delta = table.readUInt16BE(16 + (segmentCount * 2 + index) * 2);
    const rangeOffset = 16 + (segmentCount * 3 + index) * 2;
    const range = table.readUInt16BE(rangeOffset);
    if (range === 0) return (code + delta) & 0xffff;
    const glyph = table.readUInt16BE(rangeOffset + range + (code - start) * 2);
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}

function findFormat4Table(cmap: Buffer): Buffer | undefined {
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4));
    if (table.readUInt16BE(0) === 4) return table;
  }
  return undefined;
}

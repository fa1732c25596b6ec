import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readOwnerFont } from '#lib/platform/files/fonts/owner-font.server.ts';
import { root } from '#support/project-root.ts';

const files = join(root, 'node_modules/@fontsource/noto-sans/files');
const regularFont = readFileSync(join(files, 'noto-sans-latin-400-normal.woff2'));

describe('an owner’s font', () => {
  test('is read with its weight, style, vertical metrics and average width', () => {
    const { weight, isItalic, ascent, descent, lineGap, averageWidth, data } = readOwnerFont(regularFont);
    expect({ weight, isItalic, ascent, descent, lineGap }).toEqual({
      ...{ weight: '400', isItalic: false, ascent: 1.069, descent: 0.293, lineGap: 0 },
    });
    expect(averageWidth).toBeGreaterThan(0.45);
    expect(averageWidth).toBeLessThan(0.5);
    expect(Buffer.from(data, 'base64').equals(regularFont)).toBe(true);
    expect(readOwnerFont(readFileSync(join(files, 'noto-sans-latin-700-italic.woff2')))).toMatchObject({
      weight: '700',
      isItalic: true,
    });
  });

  test.each([
    ['a font of another format', Buffer.from('\0\x01\0\0 glyf'), /this is not a woff2 file/],
    ['an empty file', Buffer.alloc(0), /this is not a woff2 file/],
    ['a truncated file', regularFont.subarray(0, 9_000), /the file is damaged/],
    ['a file with trailing data', Buffer.concat([regularFont, Buffer.from('more')]), /the file is damaged/],
    [
      'a file that is too large',
      Buffer.concat([regularFont, Buffer.alloc(50_000)]),
      /is 64 kB, but may be at most 60 kB; use a subset/,
    ],
    ['a decompression bomb', decompressionBomb(), /the file is damaged/],
  ])('is rejected with the reason: %s', (_, bytes, message) => {
    expect(() => readOwnerFont(bytes)).toThrow(message);
  });

  test('is accepted, or rejected as damaged, if any of the bytes 4 to 199 is inverted', () => {
    for (let offset = 4; offset < 200; offset++) {
      try {
        readOwnerFont(withInvertedByte(regularFont, offset));
      } catch (error) {
        expect(String(error)).toMatch(/damaged/);
      }
    }
  });
});

function withInvertedByte(bytes: Buffer, offset: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(offset) ^ 0xff, offset);
  return copy;
}

/** Returns a header and one empty table, followed by 100 MB of compressed zeros. */
function decompressionBomb(): Buffer {
  const compressed = brotliCompressSync(Buffer.alloc(100_000_000), { params: { 1: 1 } });
  const head = Buffer.alloc(50);
  head.write('wOF2', 'latin1');
  head.writeUInt32BE(50 + compressed.length, 8);
  head.writeUInt16BE(1, 12);
  head.writeUInt32BE(compressed.length, 20);
  return Buffer.concat([head, compressed]);
}

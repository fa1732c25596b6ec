import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Compressor, decompressBrotli } from '#lib/platform/http/encoding/compressor.server.ts';

const page = Buffer.from('<p>Cotton kurta, ₹1,299</p>'.repeat(4_000));
/** More than one piece of what zlib writes into. */
const picture = randomBytes(120_000);

describe('a compressed page', () => {
  test.each([
    ['a page', page],
    ['what does not get smaller', picture],
    ['nothing', Buffer.alloc(0)],
  ])('is %s again', async (_, body) => {
    const compressor = new Compressor();
    const all = await Promise.all([4, 5, 4, 5, 4].map((quality) => compressor.compress(body, 'br', quality)));
    for (const compressed of all) {
      expect(brotliDecompressSync(compressed).equals(body)).toBe(true);
      expect((await decompressBrotli(compressed)).equals(body)).toBe(true);
    }
    expect(gunzipSync(await compressor.compress(body, 'gzip', 4)).equals(body)).toBe(true);
  });

  test('holds no more memory than it has bytes', async () => {
    const compressor = new Compressor();
    for (const encoding of ['br', 'gzip'] as const) {
      const compressed = await compressor.compress(page, encoding, 5);
      expect(compressed.buffer.byteLength).toBe(compressed.length);
    }
  });
});

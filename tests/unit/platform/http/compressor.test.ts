import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Compressor, decompress } from '#lib/platform/http/encoding/compressor.server.ts';
import { BROTLI, type ContentCoding, GZIP, IDENTITY, ZSTD } from '#lib/platform/http/encoding/content-coding.server.ts';
import { newDictionary } from '#lib/platform/http/encoding/dictionary.server.ts';

const page = Buffer.from('<p>Cotton kurta, ₹1,299</p>'.repeat(4_000));
/** Incompressible data that is larger than an output buffer of zlib. */
const picture = randomBytes(120_000);
const dictionary = newDictionary(Buffer.from('<p>Cotton kurta, ₹1,299</p><p>Silk saree</p>'));
const DCZ: ContentCoding = { name: 'dcz', key: 'dcz', dictionary };

describe('compressed data', () => {
  test.each([
    ['a page', page],
    ['incompressible data', picture],
    ['an empty body', Buffer.alloc(0)],
  ])('can be decompressed to %s', async (_, body) => {
    const compressor = new Compressor();
    for (const coding of [BROTLI, GZIP, ZSTD, DCZ, IDENTITY])
      for (const effort of ['quick', 'first', 'cached', 'best'] as const) {
        const compressed = await compressor.compress(body, coding, effort);
        expect((await decompress(compressed, coding)).equals(body), `${coding.name} ${effort}`).toBe(true);
      }
  });

  test('is in the format of its coding', async () => {
    const compressor = new Compressor();
    const bytes = (coding: ContentCoding) => compressor.compress(page, coding, 'first');
    expect(brotliDecompressSync(await bytes(BROTLI)).equals(page)).toBe(true);
    expect(gunzipSync(await bytes(GZIP)).equals(page)).toBe(true);
    expect(zstdDecompressSync(await bytes(ZSTD)).equals(page)).toBe(true);
  });

  test('does not use more memory than its length', async () => {
    const compressor = new Compressor();
    for (const coding of [BROTLI, GZIP, ZSTD, DCZ]) {
      const compressed = await compressor.compress(page, coding, 'first');
      expect(compressed.buffer.byteLength).toBe(compressed.length);
    }
  });
});

test('compresses up to three bodies at a time until all are compressed', async () => {
  const compressor = new Compressor();
  const jobs = Array.from({ length: 100 }, (_, n) => compressor.compress(Buffer.from(`page ${n}`), BROTLI, 'quick'));
  expect(compressor.runningCount).toBe(3);
  const bodies = await Promise.all(jobs);
  expect(bodies.map((body) => brotliDecompressSync(body).toString())).toEqual(jobs.map((_, n) => `page ${n}`));
  expect(compressor.runningCount).toBe(0);
});

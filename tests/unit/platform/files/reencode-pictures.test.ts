import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { ATTACHMENT_RULES } from '#lib/customers/support/ticket.ts';
import { PictureWorkerExited } from '#lib/platform/files/pictures/picture-errors.ts';
import { PictureMaker } from '#lib/platform/files/pictures/picture-maker.server.ts';
import type { UploadedFile } from '#lib/platform/files/storage/upload.ts';
import { reencodePictures } from '#lib/platform/files/uploads/reencode-pictures.server.ts';
import { interlacedPng, photographWithLocation, pngBomb, SAMPLE_PDF, samplePng } from '#support/sample-files.ts';

// The cache of sharp is keyed by path, but each test stores a different picture at the same path.
sharp.cache(false);
const dir = mkdtempSync(join(tmpdir(), 'taana-reencode-'));
const maker = new PictureMaker();
beforeEach(() => {
  for (const name of readdirSync(dir)) rmSync(join(dir, name));
});
afterAll(() => {
  maker.worker.end();
  rmSync(dir, { recursive: true, force: true });
});

/** Writes a file in the same way as an upload. */
function uploadedFile(kind: UploadedFile['kind'], content: Uint8Array): UploadedFile {
  const path = join(dir, '0');
  writeFileSync(path, content);
  return { field: 'gallery', name: `a.${kind}`, kind, bytes: content.length, path };
}

const animation = (format: 'gif' | 'webp') =>
  sharp(Buffer.alloc(20 * 60 * 3, 7), { raw: { width: 20, height: 60, channels: 3, pageHeight: 20 } })
    .toFormat(format)
    .toBuffer();

test.each(['jpeg', 'png', 'webp'] as const)(
  'a %s is rotated upright, keeps its format, and loses its metadata',
  async (format) => {
    const file = uploadedFile(format, await photographWithLocation(format));
    expect((await sharp(file.path).metadata()).exif).toBeDefined();
    await reencodePictures([file], maker, ATTACHMENT_RULES);
    const metadata = await sharp(file.path).metadata();
    expect(metadata).toMatchObject({ format, width: 200, height: 300 });
    for (const field of ['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const) expect(metadata[field]).toBeUndefined();
    expect(file).toMatchObject({ name: `a.${format}`, kind: format, bytes: statSync(file.path).size });
    expect(readdirSync(dir)).toEqual(['0']);
  },
);

test.each(['gif', 'webp'] as const)('keeps only the first frame of an animated %s', async (format) => {
  const file = uploadedFile(format, await animation(format));
  await reencodePictures([file], maker, ATTACHMENT_RULES);
  const metadata = await sharp(file.path).metadata();
  expect([metadata.format, metadata.width, metadata.height, metadata.pages ?? 1]).toEqual([format, 20, 20, 1]);
});

test('reduces 16 bits per channel to 8, and a large photograph to 4 million pixels', async () => {
  const fileWith16Bits = uploadedFile('png', await interlacedPng(60));
  await reencodePictures([fileWith16Bits], maker, ATTACHMENT_RULES);
  expect(await sharp(fileWith16Bits.path).metadata()).toMatchObject({ depth: 'uchar', isProgressive: false });
  const photo = sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#a33' } });
  const largeFile = uploadedFile('jpeg', await photo.jpeg().toBuffer());
  await reencodePictures([largeFile], maker, ATTACHMENT_RULES);
  const { width, height } = await sharp(largeFile.path).metadata();
  expect(Math.abs(width * height - 4_000_000)).toBeLessThan(10_000);
});

const png = await samplePng(300, 300);
const TOO_MANY_PIXELS = 'a.png has too many pixels. Please make it smaller and send it again.';
test.each([
  ['a 30,000² PNG', pngBomb(), 'wrong_type', 'File type not allowed: a.png'],
  ['a truncated picture', png.subarray(0, 200), 'wrong_type', 'File type not allowed: a.png'],
  ['a picture of another format', await photographWithLocation('jpeg'), 'wrong_type', 'File type not allowed: a.png'],
  ['a PDF', SAMPLE_PDF, 'wrong_type', 'File type not allowed: a.png'],
  ['an interlaced PNG with 16 bits', await interlacedPng(2_100), 'too_large', TOO_MANY_PIXELS],
])('rejects %s, and leaves no additional file', async (_description, content, code, message) => {
  const file = uploadedFile('png', content);
  await expect(reencodePictures([file], maker, ATTACHMENT_RULES)).rejects.toMatchObject({ code, message });
  expect(readdirSync(dir)).toEqual(['0']);
});

test('does not re-encode a PDF', async () => {
  const file = uploadedFile('pdf', SAMPLE_PDF);
  await reencodePictures([file], maker, ATTACHMENT_RULES);
  expect([file.bytes, statSync(file.path).size]).toEqual([SAMPLE_PDF.length, SAMPLE_PDF.length]);
});

test('an upload fails if the picture process exits, and the next upload is re-encoded', async () => {
  const largePicture = sharp({ create: { width: 4_000, height: 4_000, channels: 3, background: '#a33' } });
  const file = uploadedFile('png', await largePicture.png({ compressionLevel: 1 }).toBuffer());
  copyFileSync(file.path, join(dir, 'again'));
  const reencoding = reencodePictures([file], maker, ATTACHMENT_RULES);
  reencoding.catch(() => {});
  await expect.poll(() => readdirSync(dir), { interval: 1 }).toContain('0.encoded');
  process.kill(maker.worker.pid ?? 0, 'SIGKILL');
  await expect(reencoding).rejects.toMatchObject({ code: 'busy', cause: expect.any(PictureWorkerExited) });
  await reencodePictures([{ ...file, path: join(dir, 'again') }], maker, ATTACHMENT_RULES);
}, 30_000);

test('ends the process if a picture exceeds the memory or time limit, and reads the next picture', async () => {
  const source = uploadedFile('png', await interlacedPng(3_760)).path;
  const input = { source, target: join(dir, 'out'), format: 'png' } as const;
  const bounds = { timeMs: 20_000, maxBytes: 110 * 1024 * 1024 };
  await expect(maker.worker.run('reencode', input, bounds)).rejects.toThrow(PictureWorkerExited);
  await expect(maker.worker.run('reencode', input, { ...bounds, maxBytes: 2 ** 31, timeMs: 30 })).rejects.toThrow(
    PictureWorkerExited,
  );
  expect(await maker.readHeader(source)).toMatchObject({
    format: 'png',
    width: 3_760,
    depthBytes: 2,
    isProgressive: true,
  });
});

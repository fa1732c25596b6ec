import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { ATTACHMENT_RULES } from '#lib/customers/support/ticket.ts';
import { PictureMaker } from '#lib/platform/files/pictures/picture-maker.server.ts';
import { PictureWorker } from '#lib/platform/files/pictures/picture-worker.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { PICTURE_WIDTHS } from '#lib/platform/files/pictures/pictures.ts';
import { reencodePictures } from '#lib/platform/files/uploads/reencode-pictures.server.ts';
import { samplePng } from '#support/sample-files.ts';

const dir = mkdtempSync(join(tmpdir(), 'taana-priority-'));
const maker = new PictureMaker();
const store = new PictureStore(dir, maker);
afterAll(() => {
  maker.worker.end();
  rmSync(dir, { recursive: true, force: true });
});

/** Requests a picture in all widths and both formats. Each appends 'resize' to `finishedTasks` when it is made. */
async function queueResizes(finishedTasks: string[]): Promise<Promise<unknown>[]> {
  const source = sharp({ create: { width: 800, height: 1000, channels: 3, background: '#a3352b' } });
  const { hash } = await store.store(await source.webp().toBuffer());
  return PICTURE_WIDTHS.flatMap((width) =>
    (['avif', 'webp'] as const).map((format) =>
      store.resize(hash, width, format).then(() => finishedTasks.push('resize')),
    ),
  );
}

test('re-encodes an upload before most resized pictures, because pages have placeholders for those', async () => {
  const finishedTasks: string[] = [];
  const resizes = await queueResizes(finishedTasks);
  const path = join(dir, 'upload');
  const bytes = await samplePng(40, 40);
  writeFileSync(path, bytes);
  const file = { field: 'gallery', name: 'a.png', kind: 'png' as const, bytes: bytes.length, path };
  const upload = reencodePictures([file], maker, ATTACHMENT_RULES).then(() => finishedTasks.push('upload'));
  await Promise.all([...resizes, upload]);
  expect(finishedTasks.indexOf('upload')).toBeLessThan(6);
  expect(finishedTasks).toHaveLength(resizes.length + 1);
});

test('makes pictures in advance in a process with the lowest priority, and stops on request', async () => {
  const background = new PictureWorker({ hasLowPriority: true });
  const backgroundMaker = new PictureMaker({ background });
  const stop = new AbortController();
  const pregeneration = backgroundMaker.pregenerate(
    { source: await samplePng(40, 40), width: 160, format: 'avif' },
    stop.signal,
  );
  expect(getPriority(background.pid)).toBe(constants.priority.PRIORITY_LOW);
  stop.abort();
  expect(await pregeneration).toBeUndefined();
});

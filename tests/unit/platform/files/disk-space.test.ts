import { expect, test } from 'vitest';
import { ATTACHMENT_RULES } from '#lib/customers/support/ticket.ts';
import { DiskSpace } from '#lib/platform/files/storage/disk-space.server.ts';
import { NO_SPACE } from '#lib/platform/files/storage/upload.ts';
import { receiveUpload } from '#lib/platform/files/uploads/receive-upload.server.ts';
import { multipartBody, multipartRequest } from '#support/multipart.ts';
import { temporaryDir } from '#support/shop-process.ts';

const GB = 1024 ** 3;
const MB = 1024 ** 2;

/** Returns the statistics of a disk with this size and number of free bytes. */
const disk = (size: number, free: number) => async () => ({ blocks: size / 4_096, bavail: free / 4_096, bsize: 4_096 });

test.each([
  ['keeps 1 GB free on a small disk', 10 * GB, 1.5 * GB, undefined, 0.5 * GB],
  ['keeps 5 % free on a large disk', 100 * GB, 8 * GB, undefined, 3 * GB],
  ['keeps the reserve set by the owner free', 10 * GB, 1.5 * GB, 100 * MB, 1.5 * GB - 100 * MB],
  ['keeps no reserve if the owner sets it to 0', 10 * GB, 1.5 * GB, 0, 1.5 * GB],
])('%s', async (_description, size, free, reserve, available) => {
  const space = new DiskSpace('.', reserve, disk(size, free));
  expect(await space.hasSpaceFor(available)).toBe(true);
  expect(await space.hasSpaceFor(available + 1)).toBe(false);
});

test('a file system of unknown size is not treated as full', async () => {
  expect(await new DiskSpace('.', undefined, disk(0, 0)).hasSpaceFor(GB)).toBe(true);
});

test('rejects an upload during streaming if other files fill the disk or if its files exceed the limit', async () => {
  const data = temporaryDir('disk-space');
  const content = Buffer.alloc(9 * MB, 'a');
  const files = [1, 2].map((n) => ({ name: 'gallery', fileName: `${n}.txt`, type: 'text/plain', content }));
  const send = (limits: { maxBytes: number; has(bytes: number): Promise<boolean> }) =>
    receiveUpload(multipartRequest(multipartBody(files), { pieceBytes: 65_536 }), data.dir, ATTACHMENT_RULES, {
      message: 'Enough.',
      ...limits,
    });
  let checks = 0;
  const fillingDisk = { maxBytes: 100 * MB, has: async () => ++checks < 3 };
  await expect(send(fillingDisk)).rejects.toMatchObject({ code: 'busy', message: NO_SPACE });
  expect(checks).toBe(3);
  const limitsWithSpace = { maxBytes: 17 * MB, has: async () => true };
  await expect(send(limitsWithSpace)).rejects.toMatchObject({ code: 'too_many', message: 'Enough.' });
  const upload = await send({ ...limitsWithSpace, maxBytes: 18 * MB });
  expect(upload.files).toHaveLength(2);
  await upload.discard();
  data.remove();
});

import { expect, test } from 'vitest';
import { decodedBytes, headerRefusal, type PictureHeader } from '#lib/platform/files/pictures/picture-header.ts';

const JPEG: PictureHeader = {
  format: 'jpeg',
  width: 4_000,
  height: 3_000,
  channels: 3,
  depthBytes: 1,
  isProgressive: false,
  samples: 1.5,
  frames: 1,
};
const PNG: PictureHeader = { ...JPEG, format: 'png', samples: 3 };

test('a picture that is decoded row by row is not held in memory; the size of others depends on their format', () => {
  expect(decodedBytes(JPEG)).toBe(0);
  expect(decodedBytes(PNG)).toBe(0);
  expect(decodedBytes({ ...JPEG, isProgressive: true })).toBe(36_000_000);
  expect(decodedBytes({ ...PNG, isProgressive: true })).toBe(72_000_000);
  expect(decodedBytes({ ...PNG, isProgressive: true, depthBytes: 2, channels: 4 })).toBe(192_000_000);
  expect(decodedBytes({ ...JPEG, format: 'webp' })).toBe(48_000_000);
});

test.each<[string, Partial<PictureHeader>, ReturnType<typeof headerRefusal>]>([
  ['a photograph of 12 million pixels', {}, undefined],
  ['a photograph of 50 million pixels', { width: 8_160, height: 6_120 }, undefined],
  ['a progressive photograph of 12 million pixels', { isProgressive: true }, undefined],
  ['a WebP of 12 million pixels', { format: 'webp' }, undefined],
  ['an interlaced PNG screenshot', { format: 'png', isProgressive: true, width: 1_080, height: 2_400 }, undefined],
  ['an interlaced PNG of 12 million pixels', { format: 'png', isProgressive: true }, 'heavy'],
  [
    'an interlaced PNG of 3,760² pixels with 16 bits',
    { format: 'png', isProgressive: true, depthBytes: 2, width: 3_760, height: 3_760 },
    'heavy',
  ],
  ['a picture with more pixels than any camera', { width: 30_000, height: 30_000 }, 'bomb'],
  ['a long screenshot', { format: 'png', width: 1_080, height: 20_000 }, undefined],
  ['a picture that is much wider than high', { format: 'png', width: 524_318, height: 20 }, 'bomb'],
  ['an animation of ten thousand frames', { format: 'webp', width: 10, height: 10, frames: 10_000 }, 'bomb'],
])('the reason to reject %s is $2', (_description, head, refusal) => {
  expect(headerRefusal({ ...JPEG, ...head })).toBe(refusal);
});

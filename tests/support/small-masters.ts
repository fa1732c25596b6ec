import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { StoredPicture } from '#lib/platform/files/pictures/pictures.server.ts';

const SCALE = 0.1;

/**
 * Replaces a shop's stored pictures with small pictures in the same colours, because encoding all widths takes a long
 * time.
 */
export async function shrinkMasters(dataDir: string): Promise<void> {
  const records = join(dataDir, 'pictures', 'originals');
  const pictures = readdirSync(records).map(
    (name) => JSON.parse(readFileSync(join(records, name), 'utf8')) as StoredPicture,
  );
  await Promise.all(
    pictures.map(async (picture) => {
      writeFileSync(join(dataDir, 'pictures', 'masters', picture.hash), await drawStripes(picture));
    }),
  );
}

/** Draws stripes, because files with only one colour would be as small as placeholders. */
function drawStripes({ width, height, dominant }: StoredPicture): Promise<Buffer> {
  const size = { width: Math.ceil(width * SCALE), height: Math.ceil(height * SCALE) };
  const color = Buffer.from(dominant.slice(1), 'hex');
  const pixels = Buffer.alloc(size.width * size.height * 3);
  for (let index = 0; index < pixels.length; index++) {
    const pixel = Math.floor(index / 3);
    const stripe = (pixel % size.width) + Math.floor(pixel / size.width);
    pixels[index] = (color[index % 3] ?? 0) * (1 - (stripe % 16) / 32);
  }
  return sharp(pixels, { raw: { ...size, channels: 3 } })
    .webp()
    .toBuffer();
}

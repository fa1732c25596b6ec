import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { StoredPicture } from '#lib/platform/files/pictures/pictures.server.ts';

const SCALE = 0.1;

/** Replaces the stored pictures of a shop by small ones in their colours, because encoding all widths takes long. */
export async function shrinkMasters(dataDir: string): Promise<void> {
  const notes = join(dataDir, 'pictures', 'originals');
  const pictures = readdirSync(notes).map(
    (name) => JSON.parse(readFileSync(join(notes, name), 'utf8')) as StoredPicture,
  );
  await Promise.all(
    pictures.map(async (picture) => {
      writeFileSync(join(dataDir, 'pictures', 'masters', picture.hash), await drawn(picture));
    }),
  );
}

/** Stripes, because one colour alone would give files as small as a placeholder. */
function drawn({ width, height, dominant }: StoredPicture): Promise<Buffer> {
  const size = { width: Math.ceil(width * SCALE), height: Math.ceil(height * SCALE) };
  const color = Buffer.from(dominant.slice(1), 'hex');
  const pixels = Buffer.alloc(size.width * size.height * 3);
  for (let at = 0; at < pixels.length; at++) {
    const pixel = Math.floor(at / 3);
    const stripe = (pixel % size.width) + Math.floor(pixel / size.width);
    pixels[at] = (color[at % 3] ?? 0) * (1 - (stripe % 16) / 32);
  }
  return sharp(pixels, { raw: { ...size, channels: 3 } })
    .webp()
    .toBuffer();
}

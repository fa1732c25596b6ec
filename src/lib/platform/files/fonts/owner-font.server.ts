import { contentHash } from '#lib/platform/files/content-hash.server.ts';
import { type FontMetadata, readFontMetadata } from '#lib/platform/files/fonts/font-metadata.server.ts';

/** The stored data of an owner's font, including its bytes, because servers with the same database share no folder. */
export interface OwnerFont extends FontMetadata {
  hash: string;
  /** The file's bytes in base64. */
  data: string;
}

/** Three fonts of this size are as large as one or two pictures. */
const MAX_FONT_BYTES = 60_000;

/** Reads a woff2 file. If the file is too large or not usable, throws an Error with a message for the owner. */
export function readOwnerFont(bytes: Buffer): OwnerFont {
  const kilobytes = Math.ceil(bytes.length / 1_000);
  if (bytes.length > MAX_FONT_BYTES)
    throw new Error(
      `the font is ${kilobytes} kB, but may be at most ${MAX_FONT_BYTES / 1_000} kB; use a subset of it with the letters that your texts need`,
    );
  return { hash: contentHash(bytes), ...readFontMetadata(bytes), data: bytes.toString('base64') };
}

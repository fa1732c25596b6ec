import { contentHash } from '#lib/platform/files/content-hash.server.ts';
import type { StoredPicture } from '#lib/platform/files/pictures/pictures.server.ts';
import { safeSvg } from '#lib/platform/svg/safe-svg.server.ts';

/**
 * The stored data of an owner's picture, including the text of an SVG, because servers with the same database
 * share no folder.
 */
export interface OwnerPicture extends StoredPicture {
  /** The sanitised text, if the picture is an SVG. */
  svg?: string;
  /** The hash of the sanitised text, if the picture is an SVG. */
  vector?: string;
}

/**
 * Sanitises an SVG file. Returns its sanitised text and the hash of this text. If the file is not a usable SVG, throws
 * an Error with a message for the owner.
 */
export function sanitizeSvg(bytes: Buffer): Required<Pick<OwnerPicture, 'svg' | 'vector'>> {
  const svg = safeSvg(bytes);
  return { svg, vector: contentHash(svg) };
}

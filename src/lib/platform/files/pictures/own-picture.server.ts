import { contentHash } from '#lib/platform/files/content-hash.server.ts';
import type { StoredPicture } from '#lib/platform/files/pictures/pictures.server.ts';
import { safeSvg } from '#lib/platform/svg/safe-svg.server.ts';

/**
 * The stored data of an owner's picture, including the text of an SVG, because servers with the same database
 * share no folder.
 */
export interface OwnPicture extends StoredPicture {
  /** The sanitized text, if the picture is an SVG. */
  svg?: string;
  /** The hash of the sanitized text, if the picture is an SVG. */
  vector?: string;
}

/** Returns a sanitized SVG and its hash. If it is not a usable SVG, throws an Error with a message for the owner. */
export function sanitizeDrawing(bytes: Buffer): Required<Pick<OwnPicture, 'svg' | 'vector'>> {
  const svg = safeSvg(bytes);
  return { svg, vector: contentHash(svg) };
}

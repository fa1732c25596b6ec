import { contentHash } from '#lib/platform/files/content-hash.server.ts';
import type { StoredPicture } from '#lib/platform/files/pictures/pictures.server.ts';
import { safeSvg } from '#lib/platform/svg/safe-svg.server.ts';

/**
 * The stored data of an owner's picture, including the text of an SVG, because servers with the same database
 * share no folder.
 */
export interface OwnPicture extends StoredPicture {
  /** For an SVG: its sanitized text, and the hash of this text. */
  svg?: string;
  vector?: string;
}

/** Sanitizes an SVG. Throws errors with messages for the owner. */
export function sanitizeDrawing(bytes: Buffer): Required<Pick<OwnPicture, 'svg' | 'vector'>> {
  const svg = safeSvg(bytes);
  return { svg, vector: contentHash(svg) };
}

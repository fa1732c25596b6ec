import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Picture } from '#lib/platform/files/pictures/pictures.ts';
import { PLACEHOLDER_WIDTH } from '#lib/platform/files/pictures/placeholder-width.ts';

type PictureShape = Pick<Picture, 'width' | 'height' | 'dominant'>;

export type FindPictureShape = (hash: string) => Promise<PictureShape | undefined>;

/** Returns a function that finds the shapes of product pictures. Other pictures have containers of a fixed shape. */
export function pictureShapeFinder({ read }: Pick<ShopDatabase, 'read'>): FindPictureShape {
  return (hash) =>
    read
      .selectFrom('picture')
      .select(['width', 'height', 'dominant'])
      .where('hash', '=', hash)
      .limit(1)
      // A picture with a hash has been decoded, so its size is known.
      .$narrowType<PictureShape>()
      .executeTakeFirst();
}

/**
 * Returns an SVG that is shown while a picture is being made. It has the picture's colour and shape, so that the layout
 * does not shift. If `shape` is undefined, the SVG is a transparent square.
 */
export function placeholderSvg(shape: PictureShape | undefined): string {
  const height = shape ? (PLACEHOLDER_WIDTH * shape.height) / shape.width : PLACEHOLDER_WIDTH;
  const size = `width="${PLACEHOLDER_WIDTH}" height="${height.toFixed(3)}"`;
  const color = shape ? `<path fill="${shape.dominant}" d="M0 0h99v99H0z"/>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${color}</svg>`;
}

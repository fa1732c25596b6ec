import type { HasColumn, ShopifyGroup } from '#lib/catalog/import/csv/shopify-groups.ts';
import type { ImageRecord, ProductRecord, VariantPatch } from '#lib/catalog/import/record/catalog-record.ts';
import { optionFacetOf } from '#lib/catalog/listing-index/facets/facets.ts';
import { optionValue } from '#lib/catalog/products/option-values.ts';

/** The variants in the file by the lines of their rows. */
type VariantsByLine = ReadonlyMap<number, VariantPatch | undefined>;

/** The position of pictures without a position, which come last. */
const LAST_POSITION = 1e9;

/**
 * Returns the pictures of a product after an import, undefined if the pictures do not change, or null if the product
 * has no pictures after the import.
 */
export function readImages(
  group: ShopifyGroup,
  has: HasColumn,
  name: string,
  options: string[] | undefined,
  variantByLine: VariantsByLine,
  old: ProductRecord | undefined,
  removesMissing: boolean,
): ImageRecord[] | null | undefined {
  if (!has('imageSrc')) return undefined;
  const images = imagesInFile(group, has, name, old);
  const colorOption = options?.find((label) => optionFacetOf(label) === 'color');
  if (colorOption !== undefined) assignColors(group, variantByLine, colorOption, images);
  const fileImages = [...images.values()].sort((a, b) => a.position - b.position).map(({ image }) => image);
  if (!old || removesMissing) return fileImages.length > 0 ? fileImages : null;
  return fileImages.length > 0 ? mergeImages(fileImages, old.images ?? []) : undefined;
}

function imagesInFile(group: ShopifyGroup, has: HasColumn, name: string, old: ProductRecord | undefined) {
  const images = new Map<string, { image: ImageRecord; position: number }>();
  const put = (src: string, alt: string, position: number) => {
    if (src === '' || images.has(src)) return;
    const oldImage = old?.images?.find((image) => image.src === src);
    const oldColor = oldImage?.color === undefined ? {} : { color: oldImage.color };
    images.set(src, {
      image: { src, alt: alt || (has('imageAlt') ? name : (oldImage?.alt ?? name)), ...oldColor },
      position,
    });
  };
  for (const row of group.rows) {
    const position = Number(row.get('imagePosition'));
    put(row.get('imageSrc'), row.get('imageAlt'), Number.isFinite(position) && position > 0 ? position : LAST_POSITION);
  }
  for (const row of group.rows) put(row.get('variantImage'), '', LAST_POSITION);
  return images;
}

/**
 * Returns the stored pictures in their order, updated from the file, and then the new pictures in the file. If the file
 * contains all stored pictures, returns the pictures in the order of the file.
 */
export function mergeImages(fileImages: ImageRecord[], storedImages: readonly ImageRecord[]): ImageRecord[] {
  const fileImageBySrc = new Map(fileImages.map((image) => [image.src, image]));
  if (storedImages.every(({ src }) => fileImageBySrc.has(src))) return fileImages;
  const storedSrcs = new Set(storedImages.map(({ src }) => src));
  return [
    ...storedImages.map((image) => fileImageBySrc.get(image.src) ?? image),
    ...fileImages.filter(({ src }) => !storedSrcs.has(src)),
  ];
}

function assignColors(
  group: ShopifyGroup,
  variantByLine: VariantsByLine,
  colorOption: string,
  images: Map<string, { image: ImageRecord }>,
): void {
  const colorsBySrc = new Map<string, Set<string>>();
  for (const row of group.rows) {
    const src = row.get('variantImage');
    const color = optionValue(variantByLine.get(row.line)?.values ?? undefined, colorOption);
    if (src !== '' && color !== undefined) colorsBySrc.set(src, (colorsBySrc.get(src) ?? new Set()).add(color));
  }
  for (const [src, imageColors] of colorsBySrc) {
    const fileImage = images.get(src);
    const [color] = imageColors;
    if (fileImage && color !== undefined && imageColors.size === 1) fileImage.image.color = color;
  }
}

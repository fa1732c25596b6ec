import { checkQuantity, type QuantityRules } from '#lib/catalog/inventory/requested-quantity.ts';
import { CM_PER_INCH } from '#lib/content/content/size-guide.ts';

/** Usual widths of cloth in India, in inches. */
export const CLOTH_WIDTHS = [36, 44, 54, 58] as const;
export type ClothWidth = (typeof CLOTH_WIDTHS)[number];
export type WidthKey = `width${ClothWidth}`;

/** Cloth of "44 inches" measures 109 to 112 cm, because the selvedges are not always counted. */
const TOLERANCE_CM = 3;
/** A smaller width in the details is the width of a stripe, a border or a motif. */
const MIN_WIDTH_CM = 60;
const MAX_WIDTH_CM = 350;
export const MAX_GARMENTS = 10;

/** The length in metres by the width of the cloth; null if the garment can't be made from cloth of that width. */
export type GarmentLengths = { garment: string; size: string } & Record<WidthKey, number | null>;

export const GARMENT_GROUPS = ['women', 'men', 'children', 'home'] as const;
export type GarmentGroup = (typeof GARMENT_GROUPS)[number];
export const GARMENT_GROUP_NAMES: Record<GarmentGroup, string> = {
  women: 'Women',
  men: 'Men',
  children: 'Children',
  home: 'Home',
};

export type ClothLengths = Record<GarmentGroup, GarmentLengths[]> & { notes: string[] };

export function widthKey(inches: ClothWidth): WidthKey {
  return `width${inches}`;
}

export function widthCm(inches: number): number {
  return Math.round(inches * CM_PER_INCH);
}

/** Returns the form's value for a garment. It does not change when the owner adds rows or moves them in the group. */
export function garmentValue(group: GarmentGroup, { garment, size }: Pick<GarmentLengths, 'garment' | 'size'>): string {
  return `${group}: ${garment}, ${size}`;
}

export function findGarment(lengths: ClothLengths, value: string): GarmentLengths | undefined {
  return GARMENT_GROUPS.flatMap((group) => lengths[group].filter((row) => garmentValue(group, row) === value))[0];
}

/**
 * Returns the width in cm from the details of a product, such as "Width 44 in (112 cm)" or "112 cm wide"; undefined if
 * the details contain no plausible width.
 */
export function findWidthCm(details: readonly string[]): number | undefined {
  const lines = details.filter((line) => /\b(?:width|wide|panna)\b/i.test(line));
  return lines.map(firstWidthCm).find((cm) => cm !== undefined && cm >= MIN_WIDTH_CM && cm <= MAX_WIDTH_CM);
}

function firstWidthCm(line: string): number | undefined {
  const cm = /\b(\d{2,3}) ?cm\b/i.exec(line)?.[1];
  const inches = /\b(\d{2,3}) ?(?:in\b|inch(?:es)?\b|["″])/i.exec(line)?.[1];
  return cm ? Number(cm) : inches ? widthCm(Number(inches)) : undefined;
}

/** Returns the largest usual width in inches of cloth `cm` wide, within the tolerance; undefined for narrower cloth. */
export function usualWidth(cm: number): ClothWidth | undefined {
  return CLOTH_WIDTHS.findLast((inches) => widthCm(inches) <= cm + TOLERANCE_CM);
}

/** Returns the shortest length in metres that can be cut and is at least `metres`. */
export function cutLength(metres: number, { min, step }: Pick<QuantityRules, 'min' | 'step'>): number {
  const check = checkQuantity(Math.max(metres, min), { min, step, max: Number.POSITIVE_INFINITY, isMetre: true });
  return check.kind === 'refused' ? min : check.quantity;
}

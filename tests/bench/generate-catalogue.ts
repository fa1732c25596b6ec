import type { CatalogueRecord, ProductRecord, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { seededRandom } from '#lib/primitives/seeded-random.ts';

const TOP_CATEGORIES = ['women', 'men', 'children', 'fabrics', 'home'];
export const SUBCATEGORIES = ['kurtas', 'dresses', 'tops', 'shirts', 'sets', 'nightwear', 'scarves', 'jackets'];
const COLORS = [
  'Indigo',
  'Rust Red',
  'Teal',
  'Ivory',
  'Mustard',
  'Madder',
  'Olive',
  'Charcoal',
  'Rose',
  'Sky',
  'Plum',
  'Sand',
];
const SIZES = ['XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL'];
const AGES = ['0-6 months', '6-12 months', '1-2 years', '2-3 years', '4-5 years', '6-7 years', '8-9 years'];
export const FABRICS = ['Cotton', 'Linen', 'Silk', 'Khadi', 'Wool', 'Muslin', 'Mulmul', 'Chanderi', 'Denim', 'Jersey'];
const PATTERNS = [
  'Block Print',
  'Plain',
  'Striped',
  'Checked',
  'Ikat',
  'Bandhani',
  'Ajrakh',
  'Floral',
  'Chikankari',
  'Kantha',
];
const GARMENTS = ['Kurta', 'Dress', 'Top', 'Shirt', 'Co-ord Set', 'Night Suit', 'Stole', 'Jacket'];
const BRAND_COUNT = 300;
const COLLECTION_COUNT = 12;

/** Yields the taxonomy and `n` products with 6.5 variants on average. The result is always the same for a seed. */
export async function* generateRecords(n: number, seed = 1): AsyncGenerator<CatalogueRecord> {
  yield* taxonomy();
  const random = seededRandom(seed).next;
  for (let index = 0; index < n; index++) yield generateProduct(index, random);
}

function* taxonomy(): Generator<CatalogueRecord> {
  for (let index = 0; index < BRAND_COUNT; index++)
    yield { type: 'brand', slug: `brand-${index}`, name: `Weaver ${index}` };
  for (const slug of TOP_CATEGORIES) yield { type: 'category', slug, name: slug };
  for (const parent of TOP_CATEGORIES) {
    for (const kind of SUBCATEGORIES) yield { type: 'category', slug: `${parent}-${kind}`, name: kind, parent };
  }
  for (const name of FABRICS) yield { type: 'material', slug: name.toLowerCase(), name };
  for (let index = 0; index < COLLECTION_COUNT; index++)
    yield { type: 'collection', slug: `story-${index}`, name: `Story ${index}` };
}

function generateProduct(index: number, random: () => number): ProductRecord {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const topCategory = pick(TOP_CATEGORIES);
  const kind = Math.floor(random() * SUBCATEGORIES.length);
  const cloth = pick(FABRICS);
  const isCloth = topCategory === 'fabrics';
  const colors = COLORS.filter(() => random() < 0.2).slice(0, 3);
  const sizeLabel = topCategory === 'children' ? 'age' : 'size';
  const sizes = (topCategory === 'children' ? AGES : SIZES).filter(() => random() < 0.5);
  const price = 300 + Math.floor(random() ** 2 * 14_000);
  const variantColors = colors.length > 0 ? colors : [pick(COLORS)];
  const variant = (values: Record<string, string>): VariantRecord => ({
    values,
    price,
    sale_price: random() < 0.3 ? Math.floor(price * 0.8) : undefined,
    quantity: random() < 0.2 ? 0 : Math.floor(random() * 40),
    pre_order: random() < 0.02 ? '2027-01-15' : undefined,
    hsn: '6204',
  });
  const variants = variantColors.flatMap((color) =>
    isCloth || sizes.length === 0 ? [variant({ color })] : sizes.map((size) => variant({ color, [sizeLabel]: size })),
  );
  const image = (view: string) => ({
    src: `generated/${index % 48}-${view}.avif`,
    alt: `${cloth} ${GARMENTS[kind]}, ${view}`,
  });
  return {
    type: 'product',
    slug: `product-${index}`,
    name: `${pick(PATTERNS)} ${cloth} ${isCloth ? 'Cloth' : GARMENTS[kind]} ${index}`,
    // Most products belong to a few brands.
    brand: `brand-${Math.floor(random() ** 3 * BRAND_COUNT)}`,
    categories: [`${topCategory}-${SUBCATEGORIES[kind]}`],
    collections: random() < 0.3 ? [`story-${Math.floor(random() * COLLECTION_COUNT)}`] : undefined,
    material: cloth.toLowerCase(),
    content: `${cloth} woven by hand and cut in small lots; washes soft.`,
    long_content: `<p>Made in ${cloth.toLowerCase()}, finished by hand.</p>`,
    details: ['Hand finished', 'Coconut buttons'],
    care: ['Wash cold'],
    sell_unit: isCloth ? 'metre' : 'piece',
    sold: Math.floor(random() ** 4 * 5_000),
    created_at: new Date(Date.UTC(2024, 0, 1) + Math.floor(random() * 900) * DAY_MS).toISOString().slice(0, 10),
    options: isCloth || sizes.length === 0 ? ['color'] : ['color', sizeLabel],
    variants,
    images: [image('front'), image('cloth')],
  };
}

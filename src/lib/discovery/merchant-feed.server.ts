import { effectivePaise, isOutOfStock, optionKind } from '#lib/catalog/catalog.ts';
import type { StoredProduct } from '#lib/catalog/stored-products.server.ts';
import type { PictureTable, VariantTable } from '#lib/db/tables.ts';
import { activeProducts } from '#lib/discovery/product-walk.server.ts';
import { XML_HEAD, xmlText } from '#lib/discovery/xml.ts';
import { pictureUrl } from '#lib/files/pictures.ts';
import type { Shop } from '#lib/shop/shop.server.ts';
import { shopSettings } from '#lib/shop/shop-settings.ts';

/** Google's limits for an item (support.google.com/merchants/answer/7052112). */
const TITLE_CHARACTERS = 150;
const DESCRIPTION_CHARACTERS = 5_000;
const MORE_PICTURES = 10;
const PICTURE_WIDTH = 1200;

type Names = ReadonlyMap<number, { name: string; slug: string }>;
type FeedParts = { db: Shop['db']; settings: Pick<Shop['settings'], 'siteUrl'> };
type Field = [name: string, value: string | undefined];

/** GET /feeds/google.xml: every variant of every active product as Google Merchant Center reads it, line by line. */
export async function* merchantFeed({ db, settings }: FeedParts): AsyncGenerator<string> {
  const { siteUrl } = settings;
  const values = await db.read.selectFrom('facet_value').select(['id', 'name', 'slug']).execute();
  const names: Names = new Map(values.map((value) => [value.id, value]));
  const categories = new Map(values.map(({ slug, name }) => [slug, name]));
  yield `${XML_HEAD}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>
<title>${xmlText(shopSettings.name)}</title><link>${siteUrl}/</link><description>${xmlText(shopSettings.tagline)}</description>\n`;
  for await (const product of activeProducts(db)) {
    const shared = sharedFields(product, names, categories);
    yield product.variants.map((variant) => item([...variantFields(product, variant, siteUrl), ...shared])).join('');
  }
  yield '</channel></rss>\n';
}

function sharedFields({ row }: StoredProduct, names: Names, categories: ReadonlyMap<string, string>): Field[] {
  const slugs: string[] = JSON.parse(row.categories_json);
  return [
    ['description', (row.content || row.name).slice(0, DESCRIPTION_CHARACTERS)],
    ['brand', row.brand_id === null ? shopSettings.name : names.get(row.brand_id)?.name],
    ['condition', 'new'],
    ['product_type', slugs.flatMap((slug) => categories.get(slug) ?? [])[0]],
    ['material', row.material_id === null ? undefined : names.get(row.material_id)?.name],
  ];
}

function variantFields(product: StoredProduct, variant: VariantTable, siteUrl: string): Field[] {
  const { row } = product;
  const labels: string[] = JSON.parse(row.options_json);
  const values: string[] = JSON.parse(variant.values_json);
  const option = (kind: string) => values[labels.findIndex((label) => optionKind(label) === kind)];
  const isOne = labels.length === 0;
  const [first, ...others] = picturesOf(product.pictures, option('color'));
  const picture = ({ hash }: PictureTable) => siteUrl + pictureUrl(hash ?? '', PICTURE_WIDTH, 'webp');
  const isReduced = variant.sale_price_paise !== null && variant.sale_price_paise < variant.price_paise;
  return [
    ['id', String(variant.id)],
    ['title', [row.name, ...values].join(', ').slice(0, TITLE_CHARACTERS)],
    ['link', `${siteUrl}/products/${row.slug}${isOne ? '' : `/${variant.id}`}`],
    ['image_link', first && picture(first)],
    ...others.slice(0, MORE_PICTURES).map((one): Field => ['additional_image_link', picture(one)]),
    ['price', money(variant.price_paise)],
    ['sale_price', isReduced ? money(effectivePaise(pricesOf(variant))) : undefined],
    ...availability(variant),
    ['item_group_id', isOne ? undefined : String(row.id)],
    ['color', option('color')],
    ['size', option('size') ?? option('age')],
    ['gtin', variant.barcode ?? undefined],
    ['mpn', variant.sku ?? undefined],
    ['identifier_exists', variant.barcode ? undefined : 'no'],
    ['unit_pricing_measure', row.sell_unit === 'metre' ? '1 m' : undefined],
  ];
}

function pricesOf({ price_paise, sale_price_paise }: VariantTable) {
  return { pricePaise: price_paise, salePricePaise: sale_price_paise ?? undefined };
}

function availability({ quantity, pre_order_at }: VariantTable): Field[] {
  if (isOutOfStock({ quantity, ...(pre_order_at === null ? {} : { preOrderAt: pre_order_at }) }))
    return [['availability', 'out_of_stock']];
  if (quantity > 0 || pre_order_at === null) return [['availability', 'in_stock']];
  return [
    ['availability', 'preorder'],
    ['availability_date', new Date(pre_order_at).toISOString()],
  ];
}

/** Pictures of the variant's colour before those of none; other colours' are left out. */
function picturesOf(pictures: PictureTable[], color: string | undefined): PictureTable[] {
  const stored = pictures.filter(({ hash }) => hash !== null);
  const own = stored.filter((picture) => picture.color !== null && picture.color === color);
  const ofNone = stored.filter((picture) => picture.color === null);
  return own.length + ofNone.length > 0 ? [...own, ...ofNone] : stored;
}

function money(paise: number): string {
  return `${(paise / 100).toFixed(2)} ${shopSettings.currency.code}`;
}

function item(fields: Field[]): string {
  const lines = fields.map(([name, value]) => (value ? `<g:${name}>${xmlText(value)}</g:${name}>` : ''));
  return `<item>${lines.join('')}</item>\n`;
}

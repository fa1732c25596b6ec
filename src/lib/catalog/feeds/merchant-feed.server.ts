import { activeProducts } from '#lib/catalog/feeds/active-products.server.ts';
import type { FeedShop } from '#lib/catalog/feeds/chunks.ts';
import { googleAudienceOf } from '#lib/catalog/feeds/google-audience.ts';
import { isGtin } from '#lib/catalog/feeds/gtin.ts';
import { optionFacetOf } from '#lib/catalog/listing-index/facets/facets.ts';
import { catalogueVersion } from '#lib/catalog/listing-index/listing-rows.server.ts';
import { isOutOfStock } from '#lib/catalog/products/catalog.ts';
import { introOf } from '#lib/catalog/products/product-intro.server.ts';
import type { SaleSchedule } from '#lib/catalog/products/sale-schedule.ts';
import type { StoredProduct } from '#lib/catalog/products/stored-products.server.ts';
import type { PictureTable, VariantTable } from '#lib/platform/db/query/tables.ts';
import { pictureUrl } from '#lib/platform/files/pictures/pictures.ts';
import { escapeMarkup, XML_DECLARATION } from '#lib/platform/html/markup.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { indianIsoSecond } from '#lib/primitives/indian-time.ts';
import { CURRENCY } from '#lib/shop/money/money.ts';
import { packingTime } from '#lib/shop/settings/closings.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

// These are Google's limits (support.google.com/merchants/answer/7052112).
const MAX_TITLE_CHARACTERS = 150;
const MAX_DESCRIPTION_CHARACTERS = 5_000;
const MAX_ADDITIONAL_PICTURES = 10;

const PICTURE_WIDTH_PX = 1200;

type Field = [name: string, value: string | undefined];

/**
 * Returns a string that changes whenever the output of `merchantFeed` changes, because the catalogue or the shop's
 * name, tagline or closings have changed.
 */
export async function merchantFeedState({ db }: FeedShop): Promise<string> {
  const { name, tagline, closings } = shopSettings(db);
  return JSON.stringify([await catalogueVersion(db), name, tagline, closings]);
}

/** Yields the feed for Google Merchant Center, with one item for each variant of an active product. */
export async function* merchantFeed({ db, settings }: FeedShop): AsyncGenerator<string> {
  const { siteUrl } = settings;
  const { name: shopName, tagline, closings } = shopSettings(db);
  const values = await namedValues(db.read);
  const valueById = new Map(values.map((value) => [value.id, value]));
  const categoryBySlug = new Map(values.filter(({ kind }) => kind === 'category').map((value) => [value.slug, value]));
  yield `${XML_DECLARATION}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>
<title>${escapeMarkup(shopName)}</title><link>${siteUrl}/</link><description>${escapeMarkup(tagline)}</description>\n`;
  for await (const product of activeProducts(db)) {
    const brand = product.row.brand_id === null ? undefined : valueById.get(product.row.brand_id)?.name;
    const material = product.row.material_id === null ? undefined : valueById.get(product.row.material_id)?.name;
    const slugs: string[] = JSON.parse(product.row.categories_json);
    const paths = slugs.map((slug) => categoryBySlug.get(slug)?.path ?? []);
    const [categoryPath = []] = paths.toSorted((a, b) => b.length - a.length);
    const commonFields: Field[] = [
      ['description', (introOf(product.row) || product.row.name).slice(0, MAX_DESCRIPTION_CHARACTERS)],
      ['condition', 'new'],
      ['product_type', categoryPath.join(' > ')],
      ['brand', brand ?? shopName],
      ['material', material],
    ];
    const itemOf = (storedVariant: VariantTable) => {
      const variant = {
        ...storedVariant,
        pre_order_at: storedVariant.pre_order_at && packingTime(storedVariant.pre_order_at, closings),
      };
      return itemXml([...variantFields(product, variant, categoryPath, siteUrl), ...commonFields]);
    };
    yield product.variants.map(itemOf).join('');
  }
  yield '</channel></rss>\n';
}

/** Returns the brands, categories and other values, each with the names of its parent, if there is one, and of itself. */
async function namedValues(read: Shop['db']['read']) {
  const rows = await read.selectFrom('facet_value').select(['id', 'kind', 'name', 'slug', 'parent_id']).execute();
  const nameById = new Map(rows.map(({ id, name }) => [id, name]));
  return rows.map(({ id, kind, name, slug, parent_id }) => {
    const parentName = parent_id === null ? undefined : nameById.get(parent_id);
    return { id, kind, name, slug, path: parentName === undefined ? [name] : [parentName, name] };
  });
}

function variantFields(
  product: StoredProduct & { sale: SaleSchedule | undefined },
  variant: VariantTable,
  categoryPath: string[],
  siteUrl: string,
): Field[] {
  const { row } = product;
  const labels: string[] = JSON.parse(row.options_json);
  const values: string[] = JSON.parse(variant.values_json);
  const optionValueOf = (kind: string) => values[labels.findIndex((label) => optionFacetOf(label) === kind)];
  const hasNoOptions = labels.length === 0;
  const audience = categoryPath.length > 0 ? googleAudienceOf(categoryPath.join(' '), optionValueOf('age')) : undefined;
  const gtin = variant.barcode && isGtin(variant.barcode) ? variant.barcode : undefined;
  const pricedLength = row.sell_unit === 'metre' ? '1 m' : undefined;
  return [
    ['id', String(variant.id)],
    ['title', [row.name, ...values].join(', ').slice(0, MAX_TITLE_CHARACTERS)],
    ['link', `${siteUrl}/products/${row.slug}${hasNoOptions ? '' : `/${variant.id}`}`],
    ...pictureFields(picturesOf(product.pictures, optionValueOf('color')), siteUrl),
    ...priceFields(variant, product.sale),
    ...availabilityFields(variant),
    ['item_group_id', hasNoOptions ? undefined : String(row.id)],
    ['color', optionValueOf('color')],
    ['size', optionValueOf('size') ?? optionValueOf('age')],
    ['age_group', audience?.ageGroup],
    ['gender', audience?.gender],
    ['gtin', gtin],
    // A SKU is not a manufacturer part number, so the feed has no MPN.
    ['identifier_exists', gtin ? undefined : 'no'],
    ['unit_pricing_measure', pricedLength],
    ['unit_pricing_base_measure', pricedLength],
    ['shipping_weight', variant.weight_g ? `${variant.weight_g} g` : undefined],
  ];
}

function pictureFields([first, ...others]: PictureTable[], siteUrl: string): Field[] {
  const url = ({ hash }: PictureTable) => siteUrl + pictureUrl(hash ?? '', PICTURE_WIDTH_PX, 'webp');
  return [
    ['image_link', first && url(first)],
    ...others.slice(0, MAX_ADDITIONAL_PICTURES).map((picture): Field => ['additional_image_link', url(picture)]),
  ];
}

/**
 * Returns the fields for the price and the sale price. Google reads the feed once a day, so the fields announce a sale
 * with a planned start and end before the sale begins, unless the variant still has another sale price
 * (support.google.com/merchants/answer/6324460).
 */
function priceFields(variant: VariantTable, sale: SaleSchedule | undefined): Field[] {
  const { salePaise, from, to } = feedSale(variant, sale);
  const isReduced = salePaise !== null && salePaise < variant.price_paise;
  return [
    ['price', moneyText(variant.price_paise)],
    ['sale_price', isReduced ? moneyText(salePaise) : undefined],
    [
      'sale_price_effective_date',
      isReduced && from !== undefined && to !== undefined
        ? `${indianIsoSecond(from)}/${indianIsoSecond(to)}`
        : undefined,
    ],
  ];
}

function feedSale({ id, sale_price_paise: salePaise }: VariantTable, sale: SaleSchedule | undefined) {
  const plannedPaise = sale?.prices.find(([variantId]) => variantId === id)?.[1];
  const from = sale?.startedAt ?? sale?.startsAt ?? undefined;
  const to = sale?.endsAt ?? undefined;
  if (plannedPaise === undefined || from === undefined || to === undefined) return { salePaise };
  if (sale?.startedAt !== null) return { salePaise, from, to };
  return salePaise === null ? { salePaise: plannedPaise, from, to } : { salePaise };
}

function availabilityFields({ quantity, pre_order_at }: VariantTable): Field[] {
  if (isOutOfStock({ quantity, ...(pre_order_at === null ? {} : { preOrderAt: pre_order_at }) }))
    return [['availability', 'out_of_stock']];
  if (quantity > 0 || pre_order_at === null) return [['availability', 'in_stock']];
  return [
    ['availability', 'preorder'],
    ['availability_date', new Date(pre_order_at).toISOString()],
  ];
}

/**
 * Returns the pictures of the colour, then those without a colour; all pictures if there are no such pictures. Pictures
 * that are not stored are left out.
 */
function picturesOf(pictures: PictureTable[], color: string | undefined): PictureTable[] {
  const storedPictures = pictures.filter(({ hash }) => hash !== null);
  const picturesOfColor = storedPictures.filter((picture) => picture.color !== null && picture.color === color);
  const picturesWithoutColor = storedPictures.filter((picture) => picture.color === null);
  return picturesOfColor.length + picturesWithoutColor.length > 0
    ? [...picturesOfColor, ...picturesWithoutColor]
    : storedPictures;
}

function moneyText(paise: number): string {
  return `${(paise / 100).toFixed(2)} ${CURRENCY.code}`;
}

function itemXml(fields: Field[]): string {
  const lines = fields.map(([name, value]) => (value ? `<g:${name}>${escapeMarkup(value)}</g:${name}>` : ''));
  return `<item>${lines.join('')}</item>\n`;
}

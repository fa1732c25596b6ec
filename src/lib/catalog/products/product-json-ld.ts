import { optionFacetOf } from '#lib/catalog/listing-index/facets/facets.ts';
import { colorOf } from '#lib/catalog/products/buyable-product.ts';
import { effectivePaise, isOutOfStock, type ProductDetail, type Variant } from '#lib/catalog/products/catalog.ts';
import { picturesByColor } from '#lib/catalog/products/gallery.ts';
import { pictureUrl } from '#lib/platform/files/pictures/pictures.ts';
import { indianIsoDay } from '#lib/primitives/indian-time.ts';
import { breadcrumbJsonLd, type Crumb, type JsonLd } from '#lib/shop/seo/json-ld.ts';

const PICTURE_WIDTH = 1200;
/** The id of the delivery terms that all offers share. It is short, because each offer repeats it. */
const DELIVERY_ID = '#d';
/** The id of the return terms that all offers share. */
const RETURNS_ID = '#r';
/**
 * With more variants, a page would exceed its size budget, so its structured data omits delivery and return terms, SKUs
 * and individual reviews. Google then uses the policies of the organization, and the aggregate rating remains.
 */
const MAX_VARIANTS_IN_FULL = 6;

interface Site {
  siteUrl: string;
  currencyCode: string;
}

export interface ShownReview {
  customer: { name: string };
  rating: number;
  created_at: string;
}

/** The facts that a product page states besides the product itself. */
interface ProductFactsJsonLd {
  reviews: readonly ShownReview[];
  delivery: JsonLd;
  returns: JsonLd;
}

/**
 * Returns a Product, or a ProductGroup with its variants, plus delivery and return terms, and breadcrumbs. Offers have
 * a `priceValidUntil` during a sale whose end is planned; other prices have no known end.
 */
export function productJsonLd(
  product: ProductDetail,
  site: Site,
  { reviews, delivery, returns }: ProductFactsJsonLd,
): JsonLd[] {
  const url = `${site.siteUrl}/products/${product.slug}`;
  const crumbs = breadcrumbJsonLd(site.siteUrl, productCrumbs(product));
  const [firstVariant, ...otherVariants] = product.variants;
  const offerFields =
    firstVariant && otherVariants.length === 0 && product.options.length === 0
      ? {
          '@type': 'Product',
          sku: firstVariant.sku || undefined,
          image: imageOf(product, firstVariant, site),
          offers: offerJsonLd(product, firstVariant, url, site),
        }
      : {
          '@type': 'ProductGroup',
          productGroupID: String(product._id),
          variesBy: [...new Set(product.options.flatMap(({ label }) => schemaProperty(label) ?? []))].map(
            (name) => SCHEMA + name,
          ),
          hasVariant: product.variants.map((variant) => variantJsonLd(product, variant, url, site)),
        };
  const terms = [
    { ...delivery, '@id': DELIVERY_ID },
    { ...returns, '@id': RETURNS_ID },
  ];
  const isFull = isShownInFull(product);
  const productLd = { ...commonFields(product, url, site), ...(isFull && reviewsJsonLd(reviews)), ...offerFields };
  return [productLd, ...(isFull ? terms : []), crumbs];
}

export function productCrumbs({ breadcrumb, name }: Pick<ProductDetail, 'breadcrumb' | 'name'>): Crumb[] {
  const steps = breadcrumb.map((step) => ({ name: step.name, path: `/products?category=${step.slug}` }));
  return [{ name: 'Home', path: '/' }, ...steps, { name }];
}

const SCHEMA = 'https://schema.org/';

function commonFields(product: ProductDetail, url: string, { siteUrl }: Site): JsonLd {
  const [picture] = product.pictures;
  return {
    name: product.name,
    url,
    ...(product.content && { description: product.content }),
    ...(picture && { image: siteUrl + pictureUrl(picture.hash, PICTURE_WIDTH, 'webp') }),
    ...(product.brand && { brand: { '@type': 'Brand', name: product.brand } }),
    ...(product.ratingCount > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: product.averageRating.toFixed(1),
        reviewCount: product.ratingCount,
      },
    }),
  };
}

function variantJsonLd(product: ProductDetail, variant: Variant, url: string, site: Site): JsonLd {
  const optionEntries = product.options.flatMap(({ label }, index) => {
    const name = schemaProperty(label);
    const value = variant.values[index];
    return name && value ? [[name, value]] : [];
  });
  return {
    '@type': 'Product',
    name: `${product.name}, ${variant.values.join(', ')}`,
    sku: (isShownInFull(product) && variant.sku) || undefined,
    ...Object.fromEntries(optionEntries),
    offers: offerJsonLd(product, variant, `${url}/${variant._id}`, site),
    image: imageOf(product, variant, site),
  };
}

function offerJsonLd(product: ProductDetail, variant: Variant, url: string, { currencyCode }: Site): JsonLd {
  const price = (effectivePaise(variant) / 100).toFixed(2);
  return {
    '@type': 'Offer',
    priceCurrency: currencyCode,
    itemCondition: `${SCHEMA}NewCondition`,
    ...(isShownInFull(product) && {
      shippingDetails: { '@id': DELIVERY_ID },
      hasMerchantReturnPolicy: { '@id': RETURNS_ID },
    }),
    availability: SCHEMA + availabilityOf(variant),
    price,
    ...(variant.saleEndsAt !== undefined && { priceValidUntil: new Date(variant.saleEndsAt).toISOString() }),
    url,
    ...(variant.quantity <= 0 &&
      variant.preOrderAt !== undefined && { availabilityStarts: new Date(variant.preOrderAt).toISOString() }),
    ...(product.sellUnit === 'metre' && {
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price,
        priceCurrency: currencyCode,
        referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: 'MTR' },
      },
    }),
  };
}

function isShownInFull({ variants }: ProductDetail): boolean {
  return variants.length <= MAX_VARIANTS_IN_FULL;
}

function availabilityOf(variant: Variant): string {
  if (isOutOfStock(variant)) return 'OutOfStock';
  return variant.quantity > 0 ? 'InStock' : 'PreOrder';
}

/** Returns the URL of the picture that the page shows for the variant, as in the merchant feed. */
function imageOf(product: ProductDetail, variant: Variant, { siteUrl }: Site): string | undefined {
  const [picture] = picturesByColor(product.pictures, colorOf(product, variant.values));
  return picture && siteUrl + pictureUrl(picture.hash, PICTURE_WIDTH, 'webp');
}

function reviewsJsonLd(reviews: readonly ShownReview[]): JsonLd {
  if (reviews.length === 0) return {};
  return {
    review: reviews.map(({ customer, rating, created_at }) => ({
      '@type': 'Review',
      author: { '@type': 'Person', name: customer.name },
      datePublished: indianIsoDay(created_at),
      reviewRating: { '@type': 'Rating', ratingValue: rating },
    })),
  };
}

function schemaProperty(label: string): string | undefined {
  const kind = optionFacetOf(label);
  // An age label is mapped to size, because schema.org's suggestedAge is a quantity.
  return kind === 'age' ? 'size' : kind;
}

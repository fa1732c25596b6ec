import { effectivePaise, isOutOfStock, type ProductDetail, type Variant } from '#lib/catalog/catalog.ts';
import { optionKind } from '#lib/facets/facets.ts';
import { pictureUrl } from '#lib/platform/files/pictures.ts';
import { breadcrumbJsonLd, type Crumb, type JsonLd } from '#lib/seo/json-ld.ts';

const PICTURE_WIDTH = 1200;
const PICTURES_NAMED = 3;

interface Site {
  siteUrl: string;
  currencyCode: string;
}

/** A product as its page shows it: a Product, or a ProductGroup with its variants, and the way to it. */
export function productJsonLd(product: ProductDetail, site: Site): JsonLd[] {
  const url = `${site.siteUrl}/products/${product.slug}`;
  const crumbs = breadcrumbJsonLd(site.siteUrl, productCrumbs(product));
  const [only, ...others] = product.variants;
  const offered =
    only && others.length === 0 && product.options.length === 0
      ? { '@type': 'Product', ...skuOf(only), offers: offer(product, only, url, site) }
      : {
          '@type': 'ProductGroup',
          productGroupID: String(product._id),
          variesBy: [...new Set(product.options.flatMap(({ label }) => schemaProperty(label) ?? []))].map(
            (name) => SCHEMA + name,
          ),
          hasVariant: product.variants.map((variant) => variantJsonLd(product, variant, url, site)),
        };
  return [{ ...common(product, url, site), ...offered }, crumbs];
}

export function productCrumbs({ breadcrumb, name }: Pick<ProductDetail, 'breadcrumb' | 'name'>): Crumb[] {
  const steps = breadcrumb.map((step) => ({ name: step.name, path: `/products?category=${step.slug}` }));
  return [{ name: 'Home', path: '/' }, ...steps, { name }];
}

const SCHEMA = 'https://schema.org/';

function common(product: ProductDetail, url: string, { siteUrl }: Site): JsonLd {
  const pictures = product.pictures.slice(0, PICTURES_NAMED);
  return {
    name: product.name,
    url,
    ...(product.content && { description: product.content }),
    ...(pictures.length > 0 && {
      image: pictures.map(({ hash }) => siteUrl + pictureUrl(hash, PICTURE_WIDTH, 'webp')),
    }),
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
  const options = product.options.flatMap(({ label }, index) => {
    const name = schemaProperty(label);
    const value = variant.values[index];
    return name && value ? [[name, value]] : [];
  });
  return {
    '@type': 'Product',
    ...skuOf(variant),
    name: `${product.name}, ${variant.values.join(', ')}`,
    ...Object.fromEntries(options),
    offers: offer(product, variant, `${url}/${variant._id}`, site),
  };
}

function offer(product: ProductDetail, variant: Variant, url: string, { currencyCode }: Site): JsonLd {
  const price = (effectivePaise(variant) / 100).toFixed(2);
  return {
    '@type': 'Offer',
    url,
    price,
    priceCurrency: currencyCode,
    availability: SCHEMA + availabilityOf(variant),
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

function availabilityOf(variant: Variant): string {
  if (isOutOfStock(variant)) return 'OutOfStock';
  return variant.quantity > 0 ? 'InStock' : 'PreOrder';
}

function skuOf({ sku }: Variant): JsonLd {
  return sku ? { sku } : {};
}

function schemaProperty(label: string): string | undefined {
  const kind = optionKind(label);
  // An age on a label is a size; schema.org's suggestedAge is a quantity, not words.
  return kind === 'age' ? 'size' : kind;
}

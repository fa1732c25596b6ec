export type Thing = Record<string, unknown> & { '@type': string; '@id'?: string };

interface Rule {
  /** The properties that Google requires. Google ignores an item that lacks one of these properties. */
  required: readonly string[];
  /** Properties that Google recommends, except those that it recommends only "if applicable". */
  recommended: readonly string[];
}

/**
 * The properties that Google documents for each type (developers.google.com/search/docs/appearance/structured-data:
 * article, breadcrumb, faqpage, organization, product, merchant-listing, product-variants, return-policy). A dot
 * precedes a property of the nested item. `priceValidUntil` is not listed, because it is for prices with a known end.
 * Offers for products with few variants have terms for delivery and returns. For other products, the organization has
 * these terms, as Google allows.
 */
const RULES: Record<string, Rule> = {
  ProductGroup: {
    required: ['name', 'hasVariant'],
    recommended: ['variesBy', 'productGroupID', 'description', 'image', 'url', 'brand.name'],
  },
  Product: { required: ['name', 'image', 'offers'], recommended: [] },
  Offer: {
    required: ['price', 'priceCurrency'],
    recommended: ['availability', 'itemCondition', 'url'],
  },
  OfferShippingDetails: {
    required: ['shippingRate.currency', 'shippingRate.maxValue', 'shippingDestination.addressCountry'],
    recommended: [],
  },
  ShippingService: { required: ['shippingConditions'], recommended: ['fulfillmentType'] },
  ShippingConditions: {
    required: ['shippingDestination.addressCountry', 'shippingRate.currency'],
    recommended: ['orderValue.minValue', 'transitTime.duration.minValue', 'transitTime.duration.maxValue'],
  },
  AggregateRating: { required: ['ratingValue', 'reviewCount'], recommended: [] },
  Review: { required: ['author.name', 'reviewRating.ratingValue'], recommended: ['datePublished'] },
  MerchantReturnPolicy: { required: ['applicableCountry', 'returnPolicyCategory'], recommended: [] },
  BlogPosting: {
    required: [],
    recommended: [
      'headline',
      'image',
      'datePublished',
      'dateModified',
      'author.name',
      'author.url',
      'publisher.name',
      'publisher.logo',
    ],
  },
  FAQPage: { required: ['mainEntity'], recommended: [] },
  Question: { required: ['name', 'acceptedAnswer.text'], recommended: [] },
  BreadcrumbList: { required: ['itemListElement'], recommended: [] },
  ListItem: { required: ['position', 'name'], recommended: [] },
  Organization: {
    required: ['name', 'url'],
    recommended: ['logo'],
  },
};

/** Properties that the organization must have on the home page. */
const ORGANIZATION = [
  'legalName',
  'email',
  'telephone',
  'sameAs',
  'address.streetAddress',
  'address.addressRegion',
  'address.addressCountry',
  'address.postalCode',
  'hasMerchantReturnPolicy.applicableCountry',
  'hasMerchantReturnPolicy.returnPolicyCategory',
];

const MAX_VARIANTS_WITH_TERMS = 6;

/** The properties whose times must have a time zone, because search engines read them. A review has only a date. */
const TIMES = ['datePublished', 'dateModified', 'availabilityStarts'];
const TIME_WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
/** The properties whose addresses must be absolute, because search engines read them. */
const LINKS = ['url', 'image', 'item', 'logo'];

/** Returns the top-level items of a page's structured data, or an empty list if the page has none. */
export function thingsOf(html: string): Thing[] {
  const [, text] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html) ?? [];
  if (text === undefined) return [];
  const data = JSON.parse(text) as Thing & { '@graph'?: Thing[] };
  return data['@graph'] ?? [data];
}

/** Finds missing and invalid properties in a page's structured data. */
export function structuredDataProblems(html: string, isHome = false): string[] {
  const things = thingsOf(html);
  const byId = new Map(things.flatMap((thing) => (thing['@id'] ? [[thing['@id'], thing]] : [])));
  const problems: string[] = [];
  for (const thing of things) walk(thing);
  const missingPaths = isHome ? ORGANIZATION.filter((path) => valueAt(things[0], path) === undefined) : [];
  problems.push(...missingPaths.map((path) => `shop: no ${path}`));
  return [...new Set(problems)];

  function walk(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) walk(item);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const thing = value as Thing;
    const type = thing['@type'];
    const isReference = Object.keys(thing).join() === '@id';
    if (isReference && !byId.has(String(thing['@id']))) problems.push(`${thing['@id']} is not in the page`);
    if (!isReference && type === undefined)
      problems.push(`a thing without @type: ${JSON.stringify(thing).slice(0, 80)}`);
    const { required = [], recommended = [] } = RULES[type] ?? {};
    for (const path of [...required, ...recommended])
      if (valueAt(thing, path) === undefined) problems.push(`${type}: no ${path}`);
    if (type === 'ProductGroup' || (type === 'Product' && things.includes(thing))) checkTerms(thing);
    if (String(thing.availability).endsWith('PreOrder') && thing.availabilityStarts === undefined)
      problems.push(`${type}: a pre-order without availabilityStarts`);
    for (const [name, inner] of Object.entries(thing)) {
      if (TIMES.includes(name) && type !== 'Review' && !TIME_WITH_ZONE.test(String(inner)))
        problems.push(`${type}: ${name} is ${String(inner)}`);
      if (LINKS.includes(name) && typeof inner === 'string' && !URL.canParse(inner))
        problems.push(`${type}: ${name} is ${inner}`);
      if (name === 'text' && /href="(?!https?:|mailto:|tel:)/.test(String(inner)))
        problems.push(`${type}: a relative link in ${String(inner).slice(0, 80)}`);
      if (inner === undefined || inner === null || inner === '') problems.push(`${type}: ${name} is empty`);
      walk(inner);
    }
  }

  function checkTerms({ hasVariant, ...product }: Thing): void {
    const soldItems = (hasVariant ?? [product]) as Thing[];
    if (soldItems.length > MAX_VARIANTS_WITH_TERMS) return;
    for (const path of [
      'offers.shippingDetails.shippingRate',
      'offers.hasMerchantReturnPolicy.returnPolicyCategory',
      'sku',
    ])
      if (soldItems.some((item) => valueAt(item, path) === undefined)) problems.push(`${product['@type']}: no ${path}`);
  }

  function valueAt(from: unknown, path: string): unknown {
    return path.split('.').reduce<unknown>((value, name) => {
      const first = Array.isArray(value) ? value[0] : value;
      const thing = (first ?? {}) as Record<string, unknown>;
      const property = thing[name];
      const id = (property as Thing | undefined)?.['@id'];
      return id !== undefined && byId.has(id) ? byId.get(id) : property;
    }, from);
  }
}

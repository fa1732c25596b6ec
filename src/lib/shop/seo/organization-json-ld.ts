import type { JsonLd } from '#lib/shop/seo/json-ld.ts';
import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';

const DEFAULT_LOGO = '/icon-512.png';
const PINCODE = /\b[1-9]\d{5}\b/;

/** Returns the shop as a publisher, author or seller. `logo` is a path. */
export function organizationJsonLd(siteUrl: string, name: string, logo: string = DEFAULT_LOGO): JsonLd {
  return { '@type': 'Organization', name, url: `${siteUrl}/`, logo: siteUrl + logo };
}

interface ShopDetails {
  siteUrl: string;
  settings: ShopSettings;
  logo?: string | undefined;
  /** The standard return policy (developers.google.com/search/docs/appearance/structured-data/return-policy). */
  returnPolicy: JsonLd;
}

export function shopJsonLd({ siteUrl, settings, logo, returnPolicy }: ShopDetails): JsonLd[] {
  const { name, legalName, tagline, address, socials } = settings;
  const organization = {
    ...organizationJsonLd(siteUrl, name, logo),
    legalName,
    slogan: tagline,
    ...(address.email && { email: address.email }),
    ...(address.mobile && { telephone: `+91${address.mobile}` }),
    ...(address.address && { address: postalAddress(settings) }),
    ...(socials.length > 0 && { sameAs: socials.map(({ url }) => url) }),
    hasMerchantReturnPolicy: returnPolicy,
  };
  const site = {
    '@type': 'WebSite',
    name,
    url: `${siteUrl}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}/search?search={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
  return [organization, site];
}

/** Returns the postal address. In the settings, it is one line, and the state is separate. */
function postalAddress({ address, state }: ShopSettings): JsonLd {
  const [postalCode] = PINCODE.exec(address.address) ?? [];
  return {
    '@type': 'PostalAddress',
    streetAddress: address.address,
    addressRegion: state.name,
    ...(postalCode && { postalCode }),
    addressCountry: 'IN',
  };
}

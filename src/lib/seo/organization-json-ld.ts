import type { JsonLd } from '#lib/seo/json-ld.ts';
import type { ShopSettings } from '#lib/shop/settings.schema.ts';

export function shopJsonLd(siteUrl: string, settings: ShopSettings, logo = '/icon-512.png'): JsonLd[] {
  const { name, legalName, tagline, address, socials } = settings;
  const organization = {
    '@type': 'Organization',
    name,
    legalName,
    slogan: tagline,
    url: `${siteUrl}/`,
    logo: `${siteUrl}${logo}`,
    email: address.email,
    telephone: `+91${address.mobile}`,
    address: address.address,
    sameAs: socials.map(({ url }) => url),
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

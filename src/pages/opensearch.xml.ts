import type { APIRoute } from 'astro';
import { shopSettings } from '#lib/shop/shop-settings.ts';

export const GET: APIRoute = ({ locals }) => {
  const { siteUrl } = locals.shop.settings;
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>${shopSettings.name}</ShortName>
  <Description>Search the goods of ${shopSettings.name}</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Url type="text/html" template="${siteUrl}/search?search={searchTerms}"/>
</OpenSearchDescription>
`;
  return new Response(body, { headers: { 'content-type': 'application/opensearchdescription+xml' } });
};

import type { APIRoute } from 'astro';
import { escapeMarkup, XML_DECLARATION } from '#lib/platform/html/markup.ts';
import type { SharedPage } from '#lib/platform/http/pages/shared-page.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

export const shared: SharedPage = { params: [] };

export const GET: APIRoute = ({ locals }) => {
  const { siteUrl } = locals.shop.settings;
  const name = escapeMarkup(shopSettings(locals.shop.db).name);
  const body = `${XML_DECLARATION}<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>${name}</ShortName>
  <Description>Search the goods of ${name}</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Url type="text/html" template="${siteUrl}/search?search={searchTerms}"/>
</OpenSearchDescription>
`;
  return new Response(body, { headers: { 'content-type': 'application/opensearchdescription+xml' } });
};

import { expect, it } from 'vitest';
import { escapeMarkup } from '#lib/platform/html/markup.ts';
import { breadcrumbJsonLd, jsonLdText } from '#lib/shop/seo/json-ld.ts';

it('text can’t end the script element', () => {
  const text = jsonLdText([{ '@type': 'Product', name: '</script><script>alert(1)</script><!--' }]);
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toMatchObject({
    '@context': 'https://schema.org',
    name: '</script><script>alert(1)</script><!--',
  });
});

it('combines several items in one graph, and numbers the steps of a breadcrumb', () => {
  const crumbs = breadcrumbJsonLd('https://shop.example', [{ name: 'Home', path: '/' }, { name: 'Kurta' }]);
  expect(JSON.parse(jsonLdText([{ '@type': 'Product' }, crumbs]))['@graph'][1].itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://shop.example/' },
    { '@type': 'ListItem', position: 2, name: 'Kurta' },
  ]);
});

it('escapes XML, and removes forbidden characters', () => {
  expect(escapeMarkup('<a href="x">Śāl & \'शाल\'\u0000\u000b\ud800</a>')).toBe(
    '&lt;a href=&quot;x&quot;&gt;Śāl &amp; &#39;शाल&#39;&lt;/a&gt;',
  );
});

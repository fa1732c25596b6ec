import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainWords, queryWords } from '#lib/catalog/search/text-words.ts';
import {
  articleJson,
  articleParts,
  embeddedProductSlugs,
  withoutProducts,
} from '#lib/content/content/journal/article-parts.ts';
import { articleWords, matchingArticles } from '#lib/content/content/journal/journal.server.ts';
import {
  type Article,
  journalHref,
  journalPage,
  newestFirst,
  relatedArticles,
  tagCounts,
  tagName,
} from '#lib/content/content/journal/journal.ts';
import { rssFeed } from '#lib/content/content/journal/rss.ts';
import { shareLinks } from '#lib/content/content/journal/share-links.ts';
import { unknownPlaceholders } from '#lib/content/content/texts/placeholders.ts';
import { sanitizeArticle } from '#lib/platform/html/clean-html.server.ts';

function articleOf(slug: string, day: string, tags: string[], text = ''): Article {
  return {
    slug,
    name: `On ${slug}`,
    description: `All of ${slug}`,
    date: new Date(day),
    tags,
    image: 'blog/1.avif',
    imageAlt: '',
    products: [],
    html: sanitizeArticle(`<p>${text}</p>`),
    text,
    excerpt: text,
    minutes: 1,
    headings: [],
  };
}

const KHADI = articleOf('khadi', '2026-02-12', ['craft', 'khadi'], 'The charkha turns.');
const PRINTS = articleOf('prints', '2026-03-19', ['care', 'craft'], 'Madder, indigo and the charkha.');
const MENDING = articleOf('mending', '2026-11-05', ['care']);
const ARTICLES = [MENDING, PRINTS, KHADI];

describe('articles', () => {
  const html = sanitizeArticle(
    '<h2 id="a">A</h2><p>One</p>\n<p>::product{slug=“red-kurta”}</p>\n<p>Two</p><p>::product{slug="red-kurta"}</p>',
  );

  test('are split at the lines that embed a product card', () => {
    expect(articleParts(html)).toEqual([
      { html: '<h2 id="a">A</h2><p>One</p>' },
      { productSlug: 'red-kurta' },
      { html: '<p>Two</p>' },
      { productSlug: 'red-kurta' },
    ]);
    expect(embeddedProductSlugs(html)).toEqual(['red-kurta']);
    expect(withoutProducts(html)).not.toContain('product');
  });

  test('are returned by the API with the fields in product.md, "Blog", and without embedded products', () => {
    expect(articleJson({ ...KHADI, html }, undefined)).toMatchObject({
      id: 'khadi',
      slug: 'khadi',
      name: 'On khadi',
      featured_image: null,
      created_at: '2026-02-12T00:00:00.000Z',
      content: expect.not.stringContaining('::product'),
    });
  });
});

describe('lists', () => {
  test('are sorted by date, newest first', () => {
    expect(newestFirst([KHADI, MENDING, PRINTS])).toEqual(ARTICLES);
  });

  test('can be filtered by tag, and show the first page for a page past the end or invalid parameters', () => {
    const pageFor = (query: string) => journalPage(ARTICLES, new URLSearchParams(query));
    expect(pageFor('tag=craft').articles).toEqual([PRINTS, KHADI]);
    expect(pageFor('tag=nope')).toMatchObject({ articles: [], total: 0, page: 1, lastPage: 1 });
    expect(pageFor('page=99')).toMatchObject({ page: 1, total: 3 });
    expect(pageFor('page=1e400').page).toBe(1);
    const articles = Array.from({ length: 21 }, (_, index) => articleOf(`p${index}`, '2026-01-01', ['care']));
    expect(journalPage(articles, new URLSearchParams('page=3'))).toMatchObject({ page: 3, lastPage: 3, perPage: 10 });
    expect(journalHref('care', 3)).toBe('/blogs?tag=care&page=3');
    expect(journalHref(undefined, 1)).toBe('/blogs');
  });

  test('include the count and the name of each tag', () => {
    expect(tagCounts(ARTICLES)).toEqual([
      { tag: 'care', count: 2 },
      { tag: 'craft', count: 2 },
      { tag: 'khadi', count: 1 },
    ]);
    expect(tagName('block-print')).toBe('Block print');
  });

  test('of related articles begin with those that share the most tags, and leave out the article itself', () => {
    expect(relatedArticles(ARTICLES, KHADI).map(({ slug }) => slug)).toEqual(['prints', 'mending']);
  });

  test('of search results rank matches in titles above matches in texts', () => {
    expect(matchingArticles(ARTICLES.map(articleWords), 'CHARK')).toEqual([
      { slug: 'prints', name: 'On prints' },
      { slug: 'khadi', name: 'On khadi' },
    ]);
    expect(
      matchingArticles([...ARTICLES, articleOf('charkha', '2020-01-01', [])].map(articleWords), 'charkha')[0]?.slug,
    ).toBe('charkha');
    expect(matchingArticles(ARTICLES.map(articleWords), '')).toEqual([]);
  });
});

test('each word of a term must match the beginning of a word of the article', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'क', ' '), maxLength: 20 });
  fc.assert(
    fc.property(letters, letters, (text, term) => {
      const articleTokens = plainWords(`On it ${text}`);
      const isFound = queryWords(term).every((word) => articleTokens.some((token) => token.startsWith(word)));
      const matches = matchingArticles([articleWords(articleOf('it', '2026-01-01', [], text))], term);
      expect(matches).toHaveLength(isFound && queryWords(term).length > 0 ? 1 : 0);
    }),
  );
});

test('the feed escapes special characters in titles', async () => {
  const feed = await rssFeed({ siteUrl: 'https://shop.example', title: 'J & K', description: '' }, [
    { ...KHADI, name: 'Warp < weft & "more"' },
  ]);
  expect(feed).toContain('<title>Warp &lt; weft &amp; &quot;more&quot;</title>');
  expect(feed).toContain('<pubDate>Thu, 12 Feb 2026 00:00:00 GMT</pubDate>');
  expect(feed).toContain('<guid isPermaLink="true">https://shop.example/blogs/khadi</guid>');
});

test('articles have share links to three networks', () => {
  const links = shareLinks('https://shop.example/blogs/khadi', 'Warp & weft');
  expect(links).toHaveLength(3);
  for (const { href } of links) expect(href).toContain('https%3A%2F%2Fshop.example%2Fblogs%2Fkhadi');
  expect(links[0]?.href).toContain('Warp%20%26%20weft');
});

describe('the demo’s texts', () => {
  const texts = ['blog', 'faq', 'policies'].flatMap((folder) =>
    readdirSync(`src/content/${folder}`).map(
      (name) => [`${folder}/${name}`, readFileSync(`src/content/${folder}/${name}`, 'utf8')] as const,
    ),
  );
  const products = new Set(
    readdirSync('src/content/catalogue')
      .filter((name) => name.endsWith('.jsonl'))
      .flatMap(
        (name) =>
          readFileSync(`src/content/catalogue/${name}`, 'utf8').match(
            /(?<="type":\s?"product",\s?"slug":\s?")[^"]+/g,
          ) ?? [],
      ),
  );

  test.each(texts)(
    '%s has only known placeholders, existing products and links to existing articles',
    (_name, text) => {
      expect(unknownPlaceholders(text)).toEqual([]);
      const listedSlugs = /^products:\n(?: {2}- .+\n)+/m.exec(text)?.[0].match(/(?<=- )[a-z0-9-]+/g) ?? [];
      const embeddedSlugs = [...text.matchAll(/::product\{slug="([^"]+)"\}/g)].map(([, slug]) => slug ?? '');
      const slugs = [...listedSlugs, ...embeddedSlugs];
      expect(slugs.filter((slug) => !products.has(slug))).toEqual([]);
      const articles = [...text.matchAll(/\]\(\/blogs\/([\w-]+)/g)].map(([, slug]) => slug);
      for (const slug of articles) expect(existsSync(`src/content/blog/${slug}.md`), slug).toBe(true);
    },
  );
});

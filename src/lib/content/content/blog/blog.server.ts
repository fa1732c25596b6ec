import { withoutProducts } from '#lib/content/content/blog/article-parts.ts';
import { type Article, newestFirst, type Post } from '#lib/content/content/blog/blog.ts';
import { matchingPosts, type PostWords, postWords } from '#lib/content/content/blog/blog-search.ts';
import { storedExcerpts } from '#lib/content/content/blog/excerpts.server.ts';
import { readingMinutes } from '#lib/content/content/blog/reading-time.ts';
import { cutContent } from '#lib/content/content/texts/cut-text.ts';
import { renderMarkdown } from '#lib/content/content/texts/markdown.server.ts';
import { POSTS } from '#lib/content/content/texts/texts.schema.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { plainText } from '#lib/platform/html/plain-text.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

export function allPosts({ db }: Pick<Shop, 'db'>): Promise<Post[]> {
  return contentOf(db).memo('posts', async () => (await readPosts(db)) ?? (await allArticles({ db })));
}

export function allArticles({ db }: Pick<Shop, 'db'>): Promise<Article[]> {
  return contentOf(db).memo('articles', () => renderArticles(db));
}

export async function findArticle(shop: Pick<Shop, 'db'>, slug: string): Promise<Article | undefined> {
  return (await allArticles(shop)).find((article) => article.slug === slug);
}

export async function findPosts(shop: Pick<Shop, 'db'>, term: string): Promise<{ slug: string; name: string }[]> {
  return matchingPosts(await allPostWords(shop), term);
}

function allPostWords(shop: Pick<Shop, 'db'>): Promise<PostWords[]> {
  return contentOf(shop.db).memo('words of posts', async () => (await allArticles(shop)).map(postWords));
}

async function readPosts(db: Shop['db']): Promise<Post[] | undefined> {
  const excerpts = await storedExcerpts(db);
  if (!excerpts) return undefined;
  return newestFirst(
    [...contentOf(db).all(POSTS)].flatMap(([slug, { body: _body, title, ...rest }]) => {
      const excerpt = excerpts[slug];
      return excerpt ? [{ ...rest, ...excerpt, slug, name: title }] : [];
    }),
  );
}

async function renderArticles(db: Shop['db']): Promise<Article[]> {
  const posts = [...contentOf(db).all(POSTS)];
  const texts = posts.map(([, { body }]) => body);
  const rendered = await renderMarkdown(texts, shopSettings(db));
  return newestFirst(
    posts.flatMap(([slug, { body: _body, title, ...rest }], index) => {
      const html = rendered[index];
      if (!html) return [];
      const text = plainText(withoutProducts(html.html));
      const minutes = readingMinutes(text);
      return [{ ...rest, ...html, slug, name: title, text, excerpt: cutContent(text), minutes }];
    }),
  );
}

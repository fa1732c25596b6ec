import { withoutProducts } from '#lib/content/content/blog/article-parts.ts';
import { type Article, newestFirst, type Post, publishedAt } from '#lib/content/content/blog/blog.ts';
import { matchingPosts, type PostWords, postWords } from '#lib/content/content/blog/blog-search.ts';
import { storedExcerpts } from '#lib/content/content/blog/excerpts.server.ts';
import { readingMinutes } from '#lib/content/content/blog/reading-time.ts';
import { cutContent } from '#lib/content/content/texts/cut-text.ts';
import { renderMarkdown } from '#lib/content/content/texts/markdown.server.ts';
import { POSTS } from '#lib/content/content/texts/texts.schema.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { plainText } from '#lib/platform/html/plain-text.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

type Journal = Pick<Shop, 'db' | 'now'>;

/** Those that are published. */
export async function allPosts({ db, now }: Journal): Promise<Post[]> {
  const read = async () => (await readPosts(db)) ?? (await writtenArticles({ db }));
  return publishedAt(await contentOf(db).memo('posts', read), now());
}

/** Those that are published. */
export async function allArticles(shop: Journal): Promise<Article[]> {
  return publishedAt(await writtenArticles(shop), shop.now());
}

/** With those that are scheduled. */
export function writtenArticles({ db }: Pick<Shop, 'db'>): Promise<Article[]> {
  return contentOf(db).memo('articles', () => renderArticles(db));
}

export async function findArticle(shop: Journal, slug: string): Promise<Article | undefined> {
  return (await allArticles(shop)).find((article) => article.slug === slug);
}

export async function findPosts(shop: Journal, term: string): Promise<{ slug: string; name: string }[]> {
  return matchingPosts(publishedAt(await wordsOfAll(shop), shop.now()), term);
}

function wordsOfAll(shop: Pick<Shop, 'db'>): Promise<PostWords[]> {
  return contentOf(shop.db).memo('words of posts', async () => (await writtenArticles(shop)).map(postWords));
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
  return newestFirst(await articlesOf([...contentOf(db).all(POSTS)], shopSettings(db)));
}

type WrittenPost = ReturnType<typeof POSTS.schema.parse>;

/** Renders posts, by slug, in their order. */
export async function articlesOf(
  posts: readonly (readonly [slug: string, post: WrittenPost])[],
  settings: ShopSettings,
): Promise<Article[]> {
  const texts = posts.map(([, { body }]) => body);
  const rendered = await renderMarkdown(texts, settings);
  return posts.flatMap(([slug, { body: _body, title, ...rest }], index) => {
    const html = rendered[index];
    if (!html) return [];
    const text = plainText(withoutProducts(html.html));
    return [{ ...rest, ...html, slug, name: title, text, excerpt: cutContent(text), minutes: readingMinutes(text) }];
  });
}

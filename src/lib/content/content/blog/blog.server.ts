import { withoutProducts } from '#lib/content/content/blog/article-parts.ts';
import { type Article, newestFirst, type Post, publishedPosts } from '#lib/content/content/blog/blog.ts';
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

type BlogShop = Pick<Shop, 'db' | 'now'>;

/** The published posts, newest first. */
export async function allPosts({ db, now }: BlogShop): Promise<Post[]> {
  const read = async () => (await readPosts(db)) ?? (await articlesWithScheduled({ db }));
  return publishedPosts(await contentOf(db).memo('posts', read), now());
}

/** The published articles, newest first. */
export async function allArticles(shop: BlogShop): Promise<Article[]> {
  return publishedPosts(await articlesWithScheduled(shop), shop.now());
}

/** All articles, including scheduled ones. */
export function articlesWithScheduled({ db }: Pick<Shop, 'db'>): Promise<Article[]> {
  return contentOf(db).memo('articles', () => renderArticles(db));
}

export async function findArticle(shop: BlogShop, slug: string): Promise<Article | undefined> {
  return (await allArticles(shop)).find((article) => article.slug === slug);
}

export async function findPosts(shop: BlogShop, term: string): Promise<{ slug: string; name: string }[]> {
  return matchingPosts(publishedPosts(await allPostWords(shop), shop.now()), term);
}

function allPostWords(shop: Pick<Shop, 'db'>): Promise<PostWords[]> {
  return contentOf(shop.db).memo('words of posts', async () => (await articlesWithScheduled(shop)).map(postWords));
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

type PostDocument = ReturnType<typeof POSTS.schema.parse>;

/** Renders posts in the given order, and leaves out those without a rendering. */
export async function articlesOf(
  posts: readonly (readonly [slug: string, post: PostDocument])[],
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

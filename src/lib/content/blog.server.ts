import { withoutProducts } from '#lib/content/article-parts.ts';
import { newestFirst, type Post } from '#lib/content/blog.ts';
import { matchingPosts, type PostWords, postWords } from '#lib/content/blog-search.ts';
import { renderMarkdown } from '#lib/content/markdown.server.ts';
import { readingMinutes } from '#lib/content/reading-time.ts';
import { POSTS } from '#lib/content/texts.schema.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { plainText } from '#lib/platform/html/clean-html.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { shopSettings } from '#lib/shop/shop-settings.server.ts';

export function allPosts({ db }: Pick<Shop, 'db'>): Promise<Post[]> {
  return contentOf(db).memo('posts', () => readPosts(db));
}

export async function findPost(shop: Pick<Shop, 'db'>, slug: string): Promise<Post | undefined> {
  return (await allPosts(shop)).find((post) => post.slug === slug);
}

export async function findPosts(shop: Pick<Shop, 'db'>, term: string): Promise<{ slug: string; name: string }[]> {
  return matchingPosts(await allPostWords(shop), term);
}

function allPostWords(shop: Pick<Shop, 'db'>): Promise<PostWords[]> {
  return contentOf(shop.db).memo('words of posts', async () => (await allPosts(shop)).map(postWords));
}

async function readPosts(db: Shop['db']): Promise<Post[]> {
  const posts = [...contentOf(db).all(POSTS)];
  const texts = posts.map(([, { body }]) => body);
  const rendered = await renderMarkdown(texts, shopSettings(db));
  return newestFirst(
    posts.flatMap(([slug, { body: _body, title, ...rest }], index) => {
      const drawn = rendered[index];
      if (!drawn) return [];
      const text = plainText(withoutProducts(drawn.html));
      return [{ ...rest, ...drawn, slug, name: title, text, minutes: readingMinutes(text) }];
    }),
  );
}

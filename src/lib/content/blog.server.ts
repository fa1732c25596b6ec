import { type CollectionEntry, getCollection } from 'astro:content';
import { withoutProducts } from '#lib/content/article-parts.ts';
import { matchingPosts, newestFirst, type Post } from '#lib/content/blog.ts';
import { readingMinutes } from '#lib/content/reading-time.ts';
import { sectionsOf } from '#lib/content/sections.ts';
import { cleanHtml, plainText } from '#lib/platform/html/clean-html.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

export function allPosts({ cache }: Pick<Shop, 'cache'>): Promise<Post[]> {
  // A writer must see changes at once.
  return import.meta.env.DEV ? readPosts() : cache.remember('blog-posts', ['blog'], readPosts);
}

export async function findPost(shop: Pick<Shop, 'cache'>, slug: string): Promise<Post | undefined> {
  return (await allPosts(shop)).find((post) => post.slug === slug);
}

export async function findPosts(shop: Pick<Shop, 'cache'>, term: string): Promise<{ slug: string; name: string }[]> {
  return matchingPosts(await allPosts(shop), term);
}

async function readPosts(): Promise<Post[]> {
  return newestFirst((await getCollection('blog')).map(postOf));
}

function postOf({ id, data, rendered }: CollectionEntry<'blog'>): Post {
  const { title, ...rest } = data;
  const html = cleanHtml(rendered?.html ?? '');
  const text = plainText(withoutProducts(html));
  return {
    ...rest,
    slug: id,
    name: title,
    html,
    text,
    minutes: readingMinutes(text),
    headings: sectionsOf(rendered?.metadata),
  };
}

import type { SafeHtml } from '#lib/platform/html/safe-html.ts';

export const BLOG_SLIDE_MS = 3_000;
export const HOME_POSTS = 5;
const POSTS_PER_PAGE = 10;
const RELATED_POSTS = 3;

export interface Post extends Excerpt {
  slug: string;
  name: string;
  description: string;
  date: Date;
  updated?: Date | undefined;
  /** In epoch ms; readers see it from then on. */
  publishAt?: number | undefined;
  tags: string[];
  image: string;
  imageAlt: string;
  products: string[];
}

export interface Excerpt {
  excerpt: string;
  minutes: number;
}

export interface Article extends Post {
  html: SafeHtml;
  text: string;
  headings: { id: string; text: string }[];
}

/** The posts that are published at the time `now`. */
export function publishedPosts<P extends Pick<Post, 'publishAt'>>(posts: readonly P[], now: number): P[] {
  return posts.filter(({ publishAt = 0 }) => publishAt <= now);
}

export function newestFirst<P extends Post>(posts: P[]): P[] {
  return posts.toSorted((a, b) => b.date.getTime() - a.date.getTime() || (a.slug < b.slug ? -1 : 1));
}

export function tagCounts(posts: Post[]): { tag: string; count: number }[] {
  const groups = Map.groupBy(
    posts.flatMap(({ tags }) => tags),
    (tag) => tag,
  );
  return [...groups].map(([tag, all]) => ({ tag, count: all.length })).sort((a, b) => (a.tag < b.tag ? -1 : 1));
}

export function tagName(tag: string): string {
  const words = tag.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** No two pages of posts share a title or a description. */
export function postsHeading(tag: string | undefined, page: number): { title: string; about: string } {
  const pageSuffix = page > 1 ? `, page ${page}` : '';
  const title = tag ? `${tagName(tag)}: the journal` : 'The journal';
  const about = 'How cloth is spun, woven, printed, measured, washed and mended';
  return {
    title: title + pageSuffix,
    about: (tag ? `${about}. Posts on ${tag.replaceAll('-', ' ')}` : about) + pageSuffix,
  };
}

export function postsPage<P extends Post>(posts: P[], parameters: URLSearchParams) {
  const tag = parameters.get('tag') || undefined;
  const taggedPosts = tag ? posts.filter(({ tags }) => tags.includes(tag)) : posts;
  const lastPage = Math.max(1, Math.ceil(taggedPosts.length / POSTS_PER_PAGE));
  const requested = Number(parameters.get('page'));
  const page = Number.isInteger(requested) ? Math.min(Math.max(requested, 1), lastPage) : 1;
  const shown = taggedPosts.slice((page - 1) * POSTS_PER_PAGE, page * POSTS_PER_PAGE);
  return { tag, posts: shown, page, lastPage, perPage: POSTS_PER_PAGE, total: taggedPosts.length };
}

export function blogHref(tag: string | undefined, page: number): string {
  const parameters = new URLSearchParams({ ...(tag && { tag }), ...(page > 1 && { page: String(page) }) });
  return parameters.size > 0 ? `/blogs?${parameters}` : '/blogs';
}

export function relatedPosts(posts: Post[], post: Post): Post[] {
  const sharedTags = (other: Post) => other.tags.filter((tag) => post.tags.includes(tag)).length;
  return newestFirst(posts.filter(({ slug }) => slug !== post.slug))
    .sort((a, b) => sharedTags(b) - sharedTags(a))
    .slice(0, RELATED_POSTS);
}

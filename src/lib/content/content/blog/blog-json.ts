import { withoutProducts } from '#lib/content/content/blog/article-parts.ts';
import type { Article } from '#lib/content/content/blog/blog.ts';
import type { Picture } from '#lib/platform/files/pictures/pictures.ts';
import { pictureUrl } from '#lib/platform/files/pictures/pictures.ts';

const IMAGE_WIDTH = 800;

export function postJson(post: Article, picture: Picture | undefined) {
  return {
    id: post.slug,
    slug: post.slug,
    name: post.name,
    featured_image: picture ? pictureUrl(picture.hash, IMAGE_WIDTH, 'webp') : null,
    created_at: post.date.toISOString(),
    content: withoutProducts(post.html),
    description: post.description,
    tags: post.tags,
  };
}

import { withoutProducts } from '#lib/content/content/journal/article-parts.ts';
import type { Article } from '#lib/content/content/journal/journal.ts';
import type { Picture } from '#lib/platform/files/pictures/pictures.ts';
import { pictureUrl } from '#lib/platform/files/pictures/pictures.ts';

const IMAGE_WIDTH = 800;

export function articleJson(article: Article, picture: Picture | undefined) {
  return {
    id: article.slug,
    slug: article.slug,
    name: article.name,
    featured_image: picture ? pictureUrl(picture.hash, IMAGE_WIDTH, 'webp') : null,
    created_at: article.date.toISOString(),
    content: withoutProducts(article.html),
    description: article.description,
    tags: article.tags,
  };
}

import { getRssString } from '@astrojs/rss';
import type { Post } from '#lib/content/content/blog/blog.ts';

interface Channel {
  siteUrl: string;
  title: string;
  description: string;
}

export function rssFeed({ siteUrl, title, description }: Channel, posts: Post[]): Promise<string> {
  const lastBuildDate = posts[0] ? `<lastBuildDate>${posts[0].date.toUTCString()}</lastBuildDate>` : '';
  return getRssString({
    title,
    description,
    site: `${siteUrl}/blogs`,
    trailingSlash: false,
    xmlns: { atom: 'http://www.w3.org/2005/Atom' },
    customData: `<language>en-IN</language><atom:link href="${siteUrl}/rss.xml" rel="self" type="application/rss+xml"/>${lastBuildDate}`,
    items: posts.map((post) => ({
      title: post.name,
      link: `${siteUrl}/blogs/${post.slug}`,
      pubDate: post.date,
      description: post.description,
      categories: post.tags,
    })),
  });
}

import { getRssString } from '@astrojs/rss';
import type { ArticleSummary } from '#lib/content/content/journal/journal.ts';

interface Channel {
  siteUrl: string;
  title: string;
  description: string;
}

/** Returns the RSS feed. `articles` must be sorted newest first. */
export function rssFeed({ siteUrl, title, description }: Channel, articles: ArticleSummary[]): Promise<string> {
  const lastBuildDate = articles[0] ? `<lastBuildDate>${articles[0].date.toUTCString()}</lastBuildDate>` : '';
  return getRssString({
    title,
    description,
    site: `${siteUrl}/blogs`,
    trailingSlash: false,
    xmlns: { atom: 'http://www.w3.org/2005/Atom' },
    customData: `<language>en-IN</language><atom:link href="${siteUrl}/rss.xml" rel="self" type="application/rss+xml"/>${lastBuildDate}`,
    items: articles.map((article) => ({
      title: article.name,
      link: `${siteUrl}/blogs/${article.slug}`,
      pubDate: article.date,
      description: article.description,
      categories: article.tags,
    })),
  });
}

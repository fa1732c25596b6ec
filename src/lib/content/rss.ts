import type { Post } from '#lib/content/blog.ts';
import { XML_HEAD, xmlText } from '#lib/platform/http/xml.ts';

interface Channel {
  siteUrl: string;
  title: string;
  description: string;
}

/** The blog as an RSS 2.0 feed; `posts` come with the latest first. */
export function rssFeed({ siteUrl, title, description }: Channel, posts: Post[]): string {
  const items = posts.map((post) => {
    const link = `${siteUrl}/blogs/${post.slug}`;
    const categories = post.tags.map((tag) => `<category>${xmlText(tag)}</category>`).join('');
    return `    <item>
      <title>${xmlText(post.name)}</title>
      <link>${link}</link>
      <guid isPermaLink="true">${link}</guid>
      <pubDate>${post.date.toUTCString()}</pubDate>
      <description>${xmlText(post.description)}</description>
      ${categories}
    </item>`;
  });
  const built = posts[0] ? `\n    <lastBuildDate>${posts[0].date.toUTCString()}</lastBuildDate>` : '';
  return `${XML_HEAD}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>${xmlText(title)}</title>
    <link>${siteUrl}/blogs</link>
    <description>${xmlText(description)}</description>
    <language>en-IN</language>
    <atom:link href="${siteUrl}/rss.xml" rel="self" type="application/rss+xml"/>${built}
${items.join('\n')}
  </channel>
</rss>
`;
}

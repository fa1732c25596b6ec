import type { Post } from '#lib/content/blog.ts';

interface Channel {
  siteUrl: string;
  title: string;
  description: string;
}

/** The blog as an RSS 2.0 feed; `posts` come with the latest first. */
export function rssFeed({ siteUrl, title, description }: Channel, posts: Post[]): string {
  const items = posts.map((post) => {
    const link = `${siteUrl}/blogs/${post.slug}`;
    const categories = post.tags.map((tag) => `<category>${escapeXml(tag)}</category>`).join('');
    return `    <item>
      <title>${escapeXml(post.name)}</title>
      <link>${link}</link>
      <guid isPermaLink="true">${link}</guid>
      <pubDate>${post.date.toUTCString()}</pubDate>
      <description>${escapeXml(post.description)}</description>
      ${categories}
    </item>`;
  });
  const built = posts[0] ? `\n    <lastBuildDate>${posts[0].date.toUTCString()}</lastBuildDate>` : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>${escapeXml(title)}</title>
    <link>${siteUrl}/blogs</link>
    <description>${escapeXml(description)}</description>
    <language>en-IN</language>
    <atom:link href="${siteUrl}/rss.xml" rel="self" type="application/rss+xml"/>${built}
${items.join('\n')}
  </channel>
</rss>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

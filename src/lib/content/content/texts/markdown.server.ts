import type { HastPluginDefinition } from 'satteri';
import { fillPlaceholders } from '#lib/content/content/texts/placeholders.ts';
import type { SafeHtml } from '#lib/platform/html/safe-html.ts';
import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';

export interface RenderedText {
  html: SafeHtml;
  /** The headings of the second level, for the table of contents. */
  headings: { id: string; text: string }[];
}

/**
 * Renders Markdown as Astro does, but without syntax highlighting, which takes 6 MB of memory. Fills in the
 * placeholders, and sanitises the HTML.
 */
export async function renderMarkdown(texts: readonly string[], settings: ShopSettings): Promise<RenderedText[]> {
  // These modules are loaded on first use, because most commands, and the server when it starts, render no Markdown.
  const [{ markdownToHtml }, { default: Slugger }, { sanitizeArticle }] = await Promise.all([
    import('satteri'),
    import('github-slugger'),
    import('#lib/platform/html/clean-html.server.ts'),
  ]);
  return Promise.all(
    texts.map(async (text) => {
      const slugger = new Slugger();
      const headings: RenderedText['headings'] = [];
      const { html } = await markdownToHtml(text, {
        features: { gfm: true, smartPunctuation: true },
        hastPlugins: [headingIds((title) => slugger.slug(title), headings)],
      });
      return { html: sanitizeArticle(fillPlaceholders(html, settings)), headings };
    }),
  );
}

/** Gives each heading an id for links, and collects the second-level headings. */
function headingIds(
  idOf: (title: string) => string,
  secondLevelHeadings: RenderedText['headings'],
): HastPluginDefinition {
  return {
    name: 'heading-ids',
    element: {
      filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
      visit(node, context) {
        const text = context.textContent(node);
        const existingId = node.properties.id;
        const id = typeof existingId === 'string' ? existingId : idOf(text);
        if (id !== existingId) context.setProperty(node, 'id', id);
        if (node.tagName === 'h2') secondLevelHeadings.push({ id, text });
      },
    },
  };
}

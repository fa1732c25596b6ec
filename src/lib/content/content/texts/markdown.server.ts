import type { HastPluginDefinition } from 'satteri';
import { fillPlaceholders } from '#lib/content/content/texts/placeholders.ts';
import type { SafeHtml } from '#lib/platform/html/safe-html.ts';
import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';

interface Heading {
  id: string;
  text: string;
}

export interface RenderedText {
  html: SafeHtml;
  /** Of the second level: what a list of contents names. */
  headings: Heading[];
}

/** The Markdown of Astro, for texts that shipped and texts of the owner alike, without its 6 MB that colour code. */
export async function renderMarkdown(texts: readonly string[], settings: ShopSettings): Promise<RenderedText[]> {
  // Loaded with the first text: the owner's tool draws none, and a start none that it knows.
  const [{ markdownToHtml }, { default: Slugger }, { cleanHtml }] = await Promise.all([
    import('satteri'),
    import('github-slugger'),
    import('#lib/platform/html/clean-html.server.ts'),
  ]);
  return Promise.all(
    texts.map(async (text) => {
      const slugger = new Slugger();
      const headings: Heading[] = [];
      const { html } = await markdownToHtml(text, {
        features: { gfm: true, smartPunctuation: true },
        hastPlugins: [namedHeadings((title) => slugger.slug(title), headings)],
      });
      return { html: cleanHtml(fillPlaceholders(html, settings)), headings };
    }),
  );
}

/** Gives each heading an id that a link can name, and notes those of the second level. */
function namedHeadings(idOf: (title: string) => string, second: Heading[]): HastPluginDefinition {
  return {
    name: 'named-headings',
    element: {
      filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
      visit(node, context) {
        const text = context.textContent(node);
        const own = node.properties.id;
        const id = typeof own === 'string' ? own : idOf(text);
        if (id !== own) context.setProperty(node, 'id', id);
        if (node.tagName === 'h2') second.push({ id, text });
      },
    },
  };
}

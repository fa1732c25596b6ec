import { fillPlaceholders } from '#lib/content/placeholders.ts';
import { cleanHtml } from '#lib/platform/html/clean-html.server.ts';
import type { SafeHtml } from '#lib/platform/html/safe-html.ts';
import type { ShopSettings } from '#lib/shop/settings.schema.ts';

export interface RenderedText {
  html: SafeHtml;
  /** Of the second level: what a list of contents names. */
  headings: { id: string; text: string }[];
}

/** Astro's own Markdown, for texts that shipped and texts of the owner alike. */
export async function renderMarkdown(texts: readonly string[], settings: ShopSettings): Promise<RenderedText[]> {
  // Loaded with the first text: the owner's tool draws none.
  const { createSatteriMarkdownProcessor } = await import('@astrojs/markdown-satteri');
  const processor = await createSatteriMarkdownProcessor({ syntaxHighlight: false });
  return Promise.all(
    texts.map(async (text) => {
      const { code, metadata } = await processor.render(text);
      const second = metadata.headings.filter(({ depth }) => depth === 2);
      const headings = second.map(({ slug, text: heading }) => ({ id: slug, text: heading }));
      return { html: cleanHtml(fillPlaceholders(code, settings)), headings };
    }),
  );
}

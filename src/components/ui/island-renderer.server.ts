import type { SSRLoadedRendererValue, SSRResult } from 'astro';
import { type ComponentType, createElement } from 'react';
import { reactMarkup } from '#components/ui/react-markup.server.ts';

const islandCounts = new WeakMap<SSRResult, number>();
/** React emits preloads for pictures before the island, but the page has its own preloads. */
const PRELOADS = /<link\s[^>]*rel="preload"[^>]*>/g;

/** Replaces Astro's renderer, which opens two streams per island. No island waits for data (docs/decisions/0041). */
const renderer: SSRLoadedRendererValue = {
  name: '@astrojs/react',
  supportsAstroStaticSlot: true,
  // A string is the name of an element, which Astro renders itself.
  check: (component) => Promise.resolve(typeof component !== 'string'),
  renderToStaticMarkup,
};

export default renderer;

async function renderToStaticMarkup(
  this: { result: SSRResult },
  island: ComponentType<object>,
  { class: _, ...props }: Record<string, unknown>,
  { default: children, ...slots }: Record<string, string>,
  metadata?: { hydrate?: string },
): Promise<{ html: string; attrs: { prefix: string } }> {
  // The browser uses the same prefix for the ids of the island.
  const prefix = nextPrefix(this.result);
  // Astro removes the element of a static slot, because no code hydrates the island.
  const tag = metadata?.hydrate === undefined ? 'astro-static-slot' : 'astro-slot';
  /** Returns the element for a slot, or null for an empty slot. */
  const slot = (html: string, name?: string) =>
    html.trim() === '' ? null : createElement(tag, { name, dangerouslySetInnerHTML: { __html: html } });
  const namedSlots = Object.entries(slots).map(([name, html]) => [toCamelCase(name), slot(html, toCamelCase(name))]);
  const allProps = { ...props, ...Object.fromEntries(namedSlots), ...(children ? { children: slot(children) } : {}) };
  const html = reactMarkup(createElement(island, allProps), prefix);
  return { html: html.replace(PRELOADS, ''), attrs: { prefix } };
}

function nextPrefix(result: SSRResult): string {
  const islandIndex = islandCounts.get(result) ?? 0;
  islandCounts.set(result, islandIndex + 1);
  return `r${islandIndex}`;
}

function toCamelCase(name: string): string {
  return name.trim().replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

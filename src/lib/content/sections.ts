import type { MarkdownHeading } from 'astro';

/** Astro types what a loader adds as unknown. */
export function sectionsOf(metadata: Record<string, unknown> | undefined): { id: string; text: string }[] {
  const headings = (metadata?.headings ?? []) as MarkdownHeading[];
  return headings.filter(({ depth }) => depth === 2).map(({ slug, text }) => ({ id: slug, text }));
}

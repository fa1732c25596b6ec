import { getEntry } from 'astro:content';
import { fillPlaceholders } from '#lib/content/placeholders.ts';
import { sectionsOf } from '#lib/content/sections.ts';
import { cleanHtml } from '#lib/platform/html/clean-html.server.ts';
import type { SafeHtml } from '#lib/platform/html/safe-html.ts';
import { shopSettings } from '#lib/shop/shop-settings.ts';

export type PolicySlug = 'terms-conditions' | 'privacy-policy' | 'shipping-policy' | 'returns-policy';

export interface Policy {
  title: string;
  description: string;
  updated: Date;
  html: SafeHtml;
  headings: { id: string; text: string }[];
}

/** Throws when the file is missing: the law asks for every policy. */
export async function readPolicy(slug: PolicySlug): Promise<Policy> {
  const entry = await getEntry('policies', slug);
  if (!entry?.rendered) throw new Error(`src/content/policies/${slug}.md is missing.`);
  return {
    ...entry.data,
    html: cleanHtml(fillPlaceholders(entry.rendered.html, shopSettings)),
    headings: sectionsOf(entry.rendered.metadata),
  };
}

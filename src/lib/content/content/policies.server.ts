import { type RenderedText, renderMarkdown } from '#lib/content/content/texts/markdown.server.ts';
import { fillText } from '#lib/content/content/texts/placeholders.ts';
import { POLICIES, type POLICY_SLUGS } from '#lib/content/content/texts/texts.schema.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

export type PolicySlug = (typeof POLICY_SLUGS)[number];

export interface Policy extends RenderedText {
  title: string;
  description: string;
  updated: Date;
}

/** Throws if it is missing: the law requires every policy. */
export function readPolicy({ db }: Pick<Shop, 'db'>, slug: PolicySlug): Promise<Policy> {
  return contentOf(db).memo(`policy ${slug}`, () => renderPolicy(db, slug));
}

async function renderPolicy(db: Shop['db'], slug: PolicySlug): Promise<Policy> {
  const policy = contentOf(db).all(POLICIES).get(slug);
  if (!policy) throw new Error(`src/content/policies/${slug}.md is missing.`);
  const settings = shopSettings(db);
  const [rendered] = await renderMarkdown([policy.body], settings);
  if (!rendered) throw new Error(`${slug} was not rendered`);
  const { title, description, updated } = policy;
  return { ...rendered, title, updated, description: fillText(description, settings) };
}

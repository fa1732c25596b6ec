import { type RenderedText, renderMarkdown } from '#lib/content/content/texts/markdown.server.ts';
import { fillPlaceholdersInText } from '#lib/content/content/texts/placeholders.ts';
import { POLICIES, type POLICY_SLUGS } from '#lib/content/content/texts/texts.schema.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

export type PolicySlug = (typeof POLICY_SLUGS)[number];

type PolicyDocument = ReturnType<typeof POLICIES.schema.parse>;

export interface Policy extends RenderedText, Omit<PolicyDocument, 'body'> {}

/** Returns a policy with its text as HTML. Throws if the policy is missing, because the law requires every policy. */
export function readPolicy({ db }: Pick<Shop, 'db'>, slug: PolicySlug): Promise<Policy> {
  const content = contentOf(db);
  return content.memo(`policy ${slug}`, async () => {
    const policy = content.visibleIn(POLICIES).get(slug);
    if (!policy) throw new Error(`src/content/policies/${slug}.md is missing.`);
    return renderPolicy(policy, shopSettings(db));
  });
}

/** Renders the body of a policy as HTML, and fills in the placeholders in its body and description. */
export async function renderPolicy({ body, ...policy }: PolicyDocument, settings: ShopSettings): Promise<Policy> {
  const [renderedBody] = await renderMarkdown([body], settings);
  if (!renderedBody) throw new Error('The policy was not rendered.');
  return { ...renderedBody, ...policy, description: fillPlaceholdersInText(policy.description, settings) };
}

/**
 * Checks that text becomes HTML only in places where it can't contain untrusted markup. The files that write HTML, or
 * declare a text to be `SafeHtml`, are listed here with the reason why this is safe. `Html.astro` requires `SafeHtml`,
 * which all other code gets from these files.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const WRITES_HTML =
  /set:html|unescapeHTML\(|dangerouslySetInnerHTML|(inner|outer)HTML\s*=(?!=)|insertAdjacentHTML|document\.write|createContextualFragment|setHTMLUnsafe|parseFromString|srcdoc\s*=|\bas (unknown as )?SafeHtml|\): \w+ is [^=]*\bSafeHtml/g;

const ALLOWED_FILES: Record<string, { times: number; reason: string }> = {
  'lib/platform/html/safe-html.ts': { times: 4, reason: 'defines the type' },
  'lib/platform/html/clean-html.server.ts': { times: 3, reason: 'the sanitiser' },
  'lib/platform/html/owners-html.server.ts': { times: 1, reason: 'HTML that the sanitiser has already cleaned' },
  'components/listing/CategoryFacet.astro': { times: 1, reason: 'written by facet-rows.ts, which escapes' },
  'components/listing/FacetGroup.astro': { times: 2, reason: 'written by facet-rows.ts, which escapes' },
  'components/ui/Html.astro': { times: 1, reason: 'accepts only SafeHtml' },
  'components/ui/island-renderer.server.ts': {
    times: 1,
    reason: 'rendered by Astro, which escapes, for use in an island',
  },
  'components/ui/react-markup.server.ts': { times: 1, reason: 'rendered by React, which escapes' },
  'components/ui/Icon.astro': { times: 1, reason: 'written by icons.ts from its own paths' },
  'components/ui/Picture.astro': { times: 1, reason: 'written by safe-html.ts, which escapes the colour' },
  'components/products/ProductCard.astro': { times: 1, reason: 'written by safe-html.ts, which escapes the name' },
  'components/documents/StandaloneDocument.astro': {
    times: 2,
    reason: "a style sheet and a script from the shop's own files",
  },
  'components/site/Shell.astro': { times: 1, reason: 'JSON-LD, in which no text can end the script' },
  'components/site/InlineStyle.astro': {
    times: 1,
    reason: 'styles made of numbers, and of colours checked to be six digits',
  },
  'islands/admin/bulk-progress.script.ts': { times: 1, reason: 'a page of this shop' },
  'islands/cart/drawer/open-cart.ts': { times: 1, reason: 'rendered by React on the server, which escapes' },
  'islands/products/gallery-viewer.ts': { times: 1, reason: "one of the shop's own icons" },
  'islands/listing/listing.ts': { times: 1, reason: 'a page of this shop' },
  'islands/reviews/live-reviews.ts': { times: 1, reason: 'a page of this shop' },
};

/** The test of this check passes another folder. */
const src = join(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)), 'src');
const timesByPath = new Map<string, number>();
for (const path of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
  if (!/\.(ts|tsx|astro)$/.test(path)) continue;
  const times = [...readFileSync(join(src, path), 'utf8').matchAll(WRITES_HTML)].length;
  if (times > 0) timesByPath.set(path, times);
}
const problems = [...new Set([...timesByPath.keys(), ...Object.keys(ALLOWED_FILES)])].flatMap((path) => {
  const [times, allowed] = [timesByPath.get(path) ?? 0, ALLOWED_FILES[path]?.times ?? 0];
  return times === allowed ? [] : [`places that write HTML in src/${path}: ${times}; allowed: ${allowed}`];
});
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

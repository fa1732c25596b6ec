/**
 * Text becomes HTML only where it can't contain untrusted markup. The files that write HTML, or declare a text to be
 * `SafeHtml`, are listed here with the reason why that is safe. All other code gets the `SafeHtml` that `Html.astro`
 * requires from these files.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const WRITES_HTML =
  /set:html|unescapeHTML\(|dangerouslySetInnerHTML|(inner|outer)HTML\s*=(?!=)|insertAdjacentHTML|document\.write|createContextualFragment|setHTMLUnsafe|parseFromString|srcdoc\s*=|\bas (unknown as )?SafeHtml|\): \w+ is [^=]*\bSafeHtml/g;

const ALLOWED: Record<string, { times: number; why: string }> = {
  'lib/platform/html/safe-html.ts': { times: 4, why: 'defines the type' },
  'lib/platform/html/clean-html.server.ts': { times: 3, why: 'the sanitiser' },
  'lib/platform/html/owners-html.server.ts': { times: 1, why: 'HTML that the sanitiser has already cleaned' },
  'components/listing/CategoryFacet.astro': { times: 1, why: 'written by facet-rows.ts, which escapes' },
  'components/listing/FacetGroup.astro': { times: 2, why: 'written by facet-rows.ts, which escapes' },
  'components/ui/Html.astro': { times: 1, why: 'accepts only SafeHtml' },
  'components/ui/island-renderer.server.ts': {
    times: 1,
    why: 'rendered by Astro, which escapes, for use in an island',
  },
  'components/ui/react-markup.server.ts': { times: 1, why: 'rendered by React, which escapes' },
  'components/ui/Icon.astro': { times: 1, why: 'written by icons.ts from its own paths' },
  'components/ui/Picture.astro': { times: 1, why: 'written by safe-html.ts, which escapes the colour' },
  'components/products/ProductCard.astro': { times: 1, why: 'written by safe-html.ts, which escapes the name' },
  'components/documents/StandaloneDocument.astro': {
    times: 2,
    why: "a style sheet and a script from the shop's own files",
  },
  'components/site/Shell.astro': { times: 1, why: 'JSON-LD, in which no text can end the script' },
  'components/site/InlineStyle.astro': {
    times: 1,
    why: 'styles made of numbers, and of colours checked to be six digits',
  },
  'islands/admin/bulk-progress.script.ts': { times: 1, why: 'a page of this shop' },
  'islands/cart/drawer/open-cart.ts': { times: 1, why: 'rendered by React on the server, which escapes' },
  'islands/products/gallery-viewer.ts': { times: 1, why: 'an icon of our own' },
  'islands/listing/listing.ts': { times: 1, why: 'a page of this shop' },
  'islands/reviews/live-reviews.ts': { times: 1, why: 'a page of this shop' },
};

/** The test of this check passes another folder. */
const src = join(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)), 'src');
const timesIn = new Map<string, number>();
for (const path of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
  if (!/\.(ts|tsx|astro)$/.test(path)) continue;
  const times = [...readFileSync(join(src, path), 'utf8').matchAll(WRITES_HTML)].length;
  if (times > 0) timesIn.set(path, times);
}
const problems = [...new Set([...timesIn.keys(), ...Object.keys(ALLOWED)])].flatMap((path) => {
  const [times, allowed] = [timesIn.get(path) ?? 0, ALLOWED[path]?.times ?? 0];
  return times === allowed ? [] : [`src/${path} writes HTML ${times} times, but ${allowed} are allowed`];
});
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

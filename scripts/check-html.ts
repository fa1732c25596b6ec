/**
 * Checks that text becomes HTML only in places where it can't contain untrusted markup. `ALLOWED_FILES` lists the files
 * that write HTML, or declare a text to be `SafeHtml`, with the reason why this is safe. `Html.astro` requires
 * `SafeHtml`, which all other code gets from these files.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const WRITES_HTML =
  /set:html|unescapeHTML\(|dangerouslySetInnerHTML|(inner|outer)HTML\s*=(?!=)|insertAdjacentHTML|document\.write|createContextualFragment|setHTMLUnsafe|parseFromString|srcdoc\s*=|\bas (unknown as )?SafeHtml|\): \w+ is [^=]*\bSafeHtml/g;

const ALLOWED_FILES: Record<string, { occurrences: number; reason: string }> = {
  'lib/platform/html/safe-html.ts': { occurrences: 4, reason: 'defines the type' },
  'lib/platform/html/clean-html.server.ts': { occurrences: 3, reason: 'the sanitiser' },
  'lib/platform/html/stored-html.server.ts': { occurrences: 1, reason: 'HTML that the sanitiser has already cleaned' },
  'components/listing/CategoryFacet.astro': { occurrences: 1, reason: 'written by facet-rows.ts, which escapes' },
  'components/listing/FacetGroup.astro': { occurrences: 2, reason: 'written by facet-rows.ts, which escapes' },
  'components/ui/Html.astro': { occurrences: 1, reason: 'accepts only SafeHtml' },
  'components/ui/island-renderer.server.ts': {
    occurrences: 1,
    reason: 'rendered by Astro, which escapes, for use in an island',
  },
  'components/ui/react-markup.server.ts': { occurrences: 1, reason: 'rendered by React, which escapes' },
  'components/ui/Icon.astro': { occurrences: 1, reason: 'written by icons.ts from its own paths' },
  'components/ui/Picture.astro': { occurrences: 1, reason: 'written by safe-html.ts, which escapes the colour' },
  'components/products/ProductCard.astro': {
    occurrences: 1,
    reason: 'written by safe-html.ts, which escapes the name',
  },
  'components/documents/StandaloneDocument.astro': {
    occurrences: 2,
    reason: "a style sheet and a script from the shop's own files",
  },
  'components/site/Shell.astro': { occurrences: 1, reason: 'JSON-LD, in which no text can end the script' },
  'components/site/InlineStyle.astro': {
    occurrences: 1,
    reason: 'styles made of numbers, and of colours checked to be six digits',
  },
  'islands/admin/bulk-progress.script.ts': { occurrences: 1, reason: 'a page of this shop' },
  'islands/cart/drawer/open-cart.ts': { occurrences: 1, reason: 'rendered by React on the server, which escapes' },
  'islands/products/gallery-viewer.ts': { occurrences: 1, reason: "one of the shop's own icons" },
  'islands/listing/listing.ts': { occurrences: 1, reason: 'a page of this shop' },
  'islands/reviews/live-reviews.ts': { occurrences: 1, reason: 'a page of this shop' },
};

/** tests/unit/checks/check-scripts.test.ts passes another folder. */
const src = join(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)), 'src');
const occurrencesByPath = new Map<string, number>();
for (const path of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
  if (!/\.(ts|tsx|astro)$/.test(path)) continue;
  const occurrences = [...readFileSync(join(src, path), 'utf8').matchAll(WRITES_HTML)].length;
  if (occurrences > 0) occurrencesByPath.set(path, occurrences);
}
const problems = [...new Set([...occurrencesByPath.keys(), ...Object.keys(ALLOWED_FILES)])].flatMap((path) => {
  const [occurrences, allowed] = [occurrencesByPath.get(path) ?? 0, ALLOWED_FILES[path]?.occurrences ?? 0];
  return occurrences === allowed ? [] : [`places that write HTML in src/${path}: ${occurrences}; allowed: ${allowed}`];
});
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

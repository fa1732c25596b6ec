import { type Palettes, swatch } from '#lib/catalog/swatches.ts';
import type { FacetName, FacetShape, FacetValue } from '#lib/facets/facets.ts';
import { markup, type SafeHtml } from '#lib/platform/html/safe-html.ts';

interface Rows {
  facet: FacetName;
  shape: FacetShape;
  chosen: readonly string[];
  palettes: Palettes;
}

/** Without classes of their own, since a page has hundreds of them. */
export function facetRows(values: readonly FacetValue[], rows: Rows): SafeHtml {
  return markup`${values.map((value) => markup`<li>${[facetLabel(value, rows)]}</li>`)}`;
}

export function facetLabel({ slug, name, count }: FacetValue, { facet, shape, chosen, palettes }: Rows): SafeHtml {
  const checked = chosen.includes(slug) ? [markup` checked`] : [];
  const dot = shape === 'swatches' ? [colorDot(swatch(palettes, name))] : [];
  return markup`<label><input type="checkbox" name="${facet}" value="${slug}"${checked}>${dot}<span>${name}</span><i>${count}</i></label>`;
}

function colorDot(color: string): SafeHtml {
  return markup`<svg width="12" viewBox="0 0 12 12" aria-hidden="true"><circle cx="6" cy="6" r="5.5" fill="${color}"></circle></svg>`;
}

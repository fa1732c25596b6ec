import { LRUCache } from 'lru-cache';
import { byFacet, type FacetName, type FacetShape, type FacetValue } from '#lib/catalog/listing-index/facets/facets.ts';
import { type Palettes, swatchColor } from '#lib/catalog/products/swatches.ts';
import { markup, type SafeHtml } from '#lib/platform/html/safe-html.ts';

interface RowOptions {
  facet: FacetName;
  shape: FacetShape;
  chosenSlugs: readonly string[];
  palettes: Palettes;
}

interface CachedLabel {
  name: string;
  palettes: Palettes;
  /** The markup of the label up to the count, because the count differs in each list. */
  html: SafeHtml;
}

const MAX_CACHED_LABELS = 500;
const cachedLabels = byFacet(() => new LRUCache<string, CachedLabel>({ max: MAX_CACHED_LABELS }));

/** Returns the rows of a facet. The rows have no classes, which keeps pages with hundreds of rows small. */
export function facetRows(values: readonly FacetValue[], options: RowOptions): SafeHtml {
  return markup`${values.map((value) => markup`<li>${[facetLabel(value, options)]}</li>`)}`;
}

/** Returns the label of a value, with its checkbox and its number of products. */
export function facetLabel(value: FacetValue, options: RowOptions): SafeHtml {
  const labelStart = options.chosenSlugs.includes(value.slug)
    ? labelBeforeCount(value, options, [markup` checked`])
    : cachedLabelBeforeCount(value, options);
  return markup`${[labelStart]}${value.count}</i></label>`;
}

function cachedLabelBeforeCount(value: FacetValue, options: RowOptions): SafeHtml {
  const { slug, name } = value;
  const cachedEntry = cachedLabels[options.facet].get(slug);
  if (cachedEntry?.name === name && cachedEntry.palettes === options.palettes) return cachedEntry.html;
  const html = labelBeforeCount(value, options);
  cachedLabels[options.facet].set(slug, { name, palettes: options.palettes, html });
  return html;
}

function labelBeforeCount(
  { slug, name }: FacetValue,
  { facet, shape, palettes }: RowOptions,
  checkedAttribute: SafeHtml[] = [],
): SafeHtml {
  const dot = shape === 'swatches' ? [colorDot(swatchColor(palettes, name))] : [];
  return markup`<label><input type="checkbox" name="${facet}" value="${slug}"${checkedAttribute}>${dot}<span>${name}</span><i>`;
}

function colorDot(color: string): SafeHtml {
  return markup`<svg width="12" viewBox="0 0 12 12" aria-hidden="true"><circle cx="6" cy="6" r="5.5" fill="${color}"></circle></svg>`;
}

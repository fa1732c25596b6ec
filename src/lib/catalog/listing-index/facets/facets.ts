export type FacetShape = 'tree' | 'rows' | 'boxes' | 'swatches' | 'hidden';

interface Facet {
  name: string;
  label: string;
  /** What the values belong to. An attribute has one value per product, in a column such as `material_id`. */
  owner: 'product' | 'attribute' | 'option' | 'stock';
  order: 'stored' | 'name' | 'size' | 'age';
  shape: FacetShape;
  /** The position in the filter panel. */
  panelPosition: number;
}

/** The facets, in the order of query parameters and chips. The README of this module explains how to add a facet. */
export const FACETS = [
  { name: 'category', label: 'Category', owner: 'product', order: 'stored', shape: 'tree', panelPosition: 1 },
  { name: 'brand', label: 'Brand', owner: 'product', order: 'name', shape: 'rows', panelPosition: 6 },
  { name: 'material', label: 'Material', owner: 'attribute', order: 'name', shape: 'rows', panelPosition: 5 },
  { name: 'collection', label: 'Collection', owner: 'product', order: 'stored', shape: 'hidden', panelPosition: 8 },
  { name: 'size', label: 'Size', owner: 'option', order: 'size', shape: 'boxes', panelPosition: 2 },
  { name: 'color', label: 'Colour', owner: 'option', order: 'name', shape: 'swatches', panelPosition: 4 },
  { name: 'age', label: 'Age', owner: 'option', order: 'age', shape: 'rows', panelPosition: 3 },
  { name: 'availability', label: 'Availability', owner: 'stock', order: 'stored', shape: 'rows', panelPosition: 7 },
] as const satisfies readonly Facet[];

type NamesOf<Owner extends Facet['owner']> = Extract<(typeof FACETS)[number], { owner: Owner }>['name'];
export type FacetName = (typeof FACETS)[number]['name'];
export type ProductFacet = NamesOf<'product' | 'attribute'>;
export type Attribute = NamesOf<'attribute'>;
export type OptionFacet = NamesOf<'option'>;

const OPTION_LABELS: Record<OptionFacet, readonly string[]> = {
  size: ['size'],
  color: ['color', 'colour'],
  age: ['age'],
};

function namesOf<Owner extends Facet['owner']>(...owners: Owner[]): NamesOf<Owner>[] {
  return FACETS.filter(({ owner }) => (owners as string[]).includes(owner)).map(({ name }) => name as NamesOf<Owner>);
}

// The lists are marked pure for tree shaking, because the product page's script does not need them.
export const PRODUCT_FACETS = /* @__PURE__ */ namesOf('product', 'attribute');
export const ATTRIBUTES = /* @__PURE__ */ namesOf('attribute');
export const OPTION_FACETS = /* @__PURE__ */ namesOf('option');
/**
 * The facets whose choices must all match the same variant. There can be at most eight, because each is one bit of a
 * byte.
 */
export const VARIANT_FACETS = /* @__PURE__ */ namesOf('option', 'stock');

/** Returns the facet of an option with this label; undefined for other options. */
export function optionFacetOf(label: string): OptionFacet | undefined {
  const normalisedLabel = label.trim().toLowerCase();
  return (Object.keys(OPTION_LABELS) as OptionFacet[]).find((name) => OPTION_LABELS[name].includes(normalisedLabel));
}

export function byFacet<T>(make: (name: FacetName) => T): Record<FacetName, T> {
  return Object.fromEntries(FACETS.map(({ name }) => [name, make(name)])) as Record<FacetName, T>;
}

export function byAttribute<T>(make: (name: Attribute) => T): Record<Attribute, T> {
  return Object.fromEntries(ATTRIBUTES.map((name) => [name, make(name)])) as Record<Attribute, T>;
}

export const SORTS = ['latest', 'lowtohigh', 'hightolow', 'top_sale'] as const;
export type FixedSort = (typeof SORTS)[number];
/** "best" sorts search results by score; without a search term it means "latest". */
export type Sort = FixedSort | 'best';

/** The chosen values of a facet are joined by "or", the facets by "and". */
export interface ListQuery extends Record<FacetName, string[]> {
  /** The lowest price in paise; undefined if there is no lower limit. */
  minPricePaise?: number;
  /** The highest price in paise; undefined if there is no upper limit. */
  maxPricePaise?: number;
  sort: Sort;
  page: number;
  search?: string;
  /** Whether the search term is taken literally: no word is corrected, and limits such as prices are ignored. */
  isExact?: boolean;
}

export interface FacetValue {
  slug: string;
  name: string;
  count: number;
  parent?: string;
}

export type Facets = Record<FacetName, FacetValue[]>;

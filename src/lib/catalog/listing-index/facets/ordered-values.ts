import {
  byFacet,
  FACETS,
  type FacetName,
  type Facets,
  type FacetValue,
} from '#lib/catalog/listing-index/facets/facets.ts';
import { compareAges, compareSizes, compareTexts } from '#lib/catalog/listing-index/facets/value-order.ts';
import type { FacetValueTable } from '#lib/platform/db/query/tables.ts';

export interface OrderedValue extends Omit<FacetValue, 'count'> {
  id: number;
}

/** The values that have products, in display order. */
export type OrderedValues = Record<FacetName, OrderedValue[]>;

export function orderedValues(values: Iterable<FacetValueTable>): OrderedValues {
  const rows = [...values];
  const slugById = new Map<number | null, string>(rows.map(({ id, slug }) => [id, slug]));
  const rowsByKind = Map.groupBy(
    rows.filter(({ product_count }) => product_count > 0),
    ({ kind }) => kind as FacetName,
  );
  return byFacet((facet) => {
    const facetValues = (rowsByKind.get(facet) ?? []).map(
      ({ id, slug, name, parent_id }): OrderedValue => ({ id, slug, name, parent: slugById.get(parent_id) }),
    );
    const order = FACETS.find(({ name }) => name === facet)?.order ?? 'stored';
    return order === 'stored' ? facetValues : facetValues.sort((a, b) => COMPARE_BY[order](a.name, b.name));
  });
}

/** Returns the counts as a flat array, facet by facet. This form is the cheapest to transfer between threads. */
export function countsInOrder(values: OrderedValues, countsById: Uint32Array): Uint32Array {
  const counts = new Uint32Array(FACETS.reduce((sum, { name }) => sum + values[name].length, 0));
  let index = 0;
  for (const { name } of FACETS) for (const { id } of values[name]) counts[index++] = countsById[id] ?? 0;
  return counts;
}

/** Returns the values with their counts. `counts` has the form that `countsInOrder` returns. */
export function facetsOf(values: OrderedValues, counts: Uint32Array): Facets {
  let index = 0;
  return byFacet((name) =>
    values[name].map(({ slug, name, parent }) => ({ slug, name, parent, count: counts[index++] ?? 0 })),
  );
}

const COMPARE_BY = {
  name: compareTexts,
  size: compareSizes,
  age: compareAges,
};

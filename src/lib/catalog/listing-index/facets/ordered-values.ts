import {
  byFacet,
  FACETS,
  type FacetName,
  type Facets,
  type FacetValue,
} from '#lib/catalog/listing-index/facets/facets.ts';
import { compareAges, compareSizes } from '#lib/catalog/listing-index/facets/value-order.ts';
import type { FacetValueTable } from '#lib/platform/db/query/tables.ts';

export interface OrderedValue extends Omit<FacetValue, 'count'> {
  id: number;
}

/** The values with products, in the order in which they are shown. */
export type OrderedValues = Record<FacetName, OrderedValue[]>;

export function orderedValues(values: Iterable<FacetValueTable>): OrderedValues {
  const all = [...values];
  const slugById = new Map(all.map(({ id, slug }) => [id, slug]));
  const byKind = Map.groupBy(
    all.filter(({ product_count }) => product_count > 0),
    ({ kind }) => kind as FacetName,
  );
  return byFacet((facet) => {
    const shown = (byKind.get(facet) ?? []).map(({ id, slug, name, parent_id }): OrderedValue => {
      const parent = parent_id === null ? undefined : slugById.get(parent_id);
      return { id, slug, name, ...(parent !== undefined && { parent }) };
    });
    const order = FACETS.find(({ name }) => name === facet)?.order ?? 'stored';
    return order === 'stored' ? shown : shown.sort((a, b) => ORDERS[order](a.name, b.name));
  });
}

/** A flat array, facet by facet: the cheapest form to transfer between threads. */
export function countsInOrder(ordered: OrderedValues, countsById: Uint32Array): Uint32Array {
  const counts = new Uint32Array(FACETS.reduce((sum, { name }) => sum + ordered[name].length, 0));
  let at = 0;
  for (const { name } of FACETS) for (const { id } of ordered[name]) counts[at++] = countsById[id] ?? 0;
  return counts;
}

export function facetsOf(ordered: OrderedValues, counts: Uint32Array): Facets {
  let at = 0;
  return byFacet((name) =>
    ordered[name].map(({ slug, name, parent }) => {
      const count = counts[at++] ?? 0;
      return parent === undefined ? { slug, name, count } : { slug, name, parent, count };
    }),
  );
}

const ORDERS = {
  name: (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0),
  size: compareSizes,
  age: compareAges,
};

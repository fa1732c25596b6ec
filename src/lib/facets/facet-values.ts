import { byFacet, FACETS, type FacetName, type Facets, type FacetValue, type ListQuery } from '#lib/facets/facets.ts';
import { innermost } from '#lib/facets/narrowing.ts';
import { compareAges, compareSizes } from '#lib/facets/value-order.ts';
import { valueSlug } from '#lib/facets/value-slug.ts';
import type { FacetValueTable } from '#lib/platform/db/tables.ts';

/** What a search found, by ascending id; scores are whole, from 1 to below 2^20. */
export interface FoundProducts {
  /** Another one for every other answer. */
  key: string;
  ids: Uint32Array;
  scores: Uint32Array;
}

/** An absent facet is not chosen; an empty one names only unknown values. */
export interface ListFilter extends Partial<Record<FacetName, number[]>> {
  minPaise?: number;
  maxPaise?: number;
  found?: FoundProducts | undefined;
}

export interface ListTotals {
  total: number;
  counts: Map<number, number>;
}

export function resolveFilter(
  query: ListQuery,
  values: readonly FacetValueTable[],
  found: FoundProducts | undefined,
): ListFilter {
  const filter: ListFilter = { minPaise: query.minPricePaise, maxPaise: query.maxPricePaise, found };
  const chosen = FACETS.filter(({ name }) => query[name].length > 0);
  if (chosen.length === 0) return filter;
  const idsByValue = new Map<string, number[]>();
  for (const { name } of chosen) {
    filter[name] = [];
    for (const value of query[name]) idsByValue.set(`${name}:${valueSlug(value)}`, filter[name]);
  }
  for (const { kind, slug, id } of values) idsByValue.get(`${kind}:${valueSlug(slug)}`)?.push(id);
  for (const { name } of chosen) filter[name] = innermost(filter[name] ?? [], parentIn(values));
  return filter;
}

function parentIn(values: readonly FacetValueTable[]): (id: number) => number | undefined {
  let parents: Map<number, number | null> | undefined;
  return (id) => {
    parents ??= new Map(values.map((value) => [value.id, value.parent_id]));
    return parents.get(id) ?? undefined;
  };
}

export function filterKey(filter: ListFilter): string {
  const { minPaise, maxPaise, found } = filter;
  return JSON.stringify([
    FACETS.map(({ name }) => filter[name] ?? null),
    minPaise ?? null,
    maxPaise ?? null,
    found?.key ?? null,
  ]);
}

export function facetsOf(values: FacetValueTable[], counts: ReadonlyMap<number, number>): Facets {
  return byFacet((name) => countedValues(name, values, ({ id }) => counts.get(id) ?? 0));
}

export function countedValues(
  facet: FacetName,
  values: FacetValueTable[],
  countOf: (value: FacetValueTable) => number,
): FacetValue[] {
  const slugById = new Map(values.map(({ id, slug }) => [id, slug]));
  const counted = values
    .filter((value) => value.kind === facet && value.product_count > 0)
    .map((value) => {
      const parent = value.parent_id === null ? undefined : slugById.get(value.parent_id);
      const { slug, name } = value;
      return { slug, name, ...(parent === undefined ? {} : { parent }), count: countOf(value) };
    });
  const order = FACETS.find(({ name }) => name === facet)?.order ?? 'stored';
  return order === 'stored' ? counted : counted.sort((a, b) => ORDERS[order](a.name, b.name));
}

const ORDERS = {
  name: (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0),
  size: compareSizes,
  age: compareAges,
};

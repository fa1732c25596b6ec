import { FACETS, type FacetName, type ListQuery } from '#lib/catalog/listing-index/facets/facets.ts';
import { valueSlug } from '#lib/catalog/listing-index/facets/value-slug.ts';
import type { Bitset } from '#lib/catalog/listing-index/positions/bitset.ts';
import type { FacetValueTable } from '#lib/platform/db/query/tables.ts';

export interface FoundPart {
  /** The ids of the products in the part, ascending. The index of an id is the position of its product in `bits`. */
  ids: Uint32Array;
  bits: Bitset;
  /** `scoreAt` returns the score of a match, an integer from 1 to 2^20 - 1. Call it only while `use` runs. */
  withScores(use: (scoreAt: (position: number) => number) => void): void;
}

export interface FoundProducts {
  /** The key under which lists of these results are cached. */
  key: string;
  /** The parts of the results. No product is in two parts. */
  parts: readonly FoundPart[];
}

/** The ids of a facet are absent if no value was chosen, and empty if all chosen values are unknown. */
export interface ListFilter extends Partial<Record<FacetName, number[]>> {
  minPaise?: number;
  maxPaise?: number;
  hits?: FoundProducts | undefined;
}

export interface ListTotals {
  total: number;
  /** The number of products with each value, indexed by value id. Ids beyond the end have no products. */
  counts: Uint32Array;
}

/** Returns the facet of the value with this id; undefined if there is no such value. */
export type KindOf = (valueId: number) => string | undefined;

export interface FacetIndex {
  byId: ReadonlyMap<number, FacetValueTable>;
  idsByKey: ReadonlyMap<string, number[]>;
  kindOf: KindOf;
}

export function indexFacetValues(storedValues: readonly FacetValueTable[]): FacetIndex {
  const valuesByKey = Map.groupBy(storedValues, ({ kind, slug }) => valueKey(kind, slug));
  const idsByKey = new Map([...valuesByKey].map(([key, values]) => [key, values.map(({ id }) => id)]));
  const byId = new Map(storedValues.map((value) => [value.id, value]));
  return { byId, idsByKey, kindOf: (valueId) => byId.get(valueId)?.kind };
}

function valueKey(kind: string, slug: string): string {
  return `${kind}:${valueSlug(slug)}`;
}

/** Returns the filter of a query, with the ids of the chosen values instead of their slugs. */
export function resolveFilter(
  query: ListQuery,
  { byId, idsByKey }: FacetIndex,
  hits: FoundProducts | undefined,
): ListFilter {
  const filter: ListFilter = { minPaise: query.minPricePaise, maxPaise: query.maxPricePaise, hits };
  const parentOf = (id: number) => byId.get(id)?.parent_id ?? undefined;
  for (const { name } of FACETS.filter(({ name }) => query[name].length > 0)) {
    const ids = query[name].flatMap((slug) => idsByKey.get(valueKey(name, slug)) ?? []);
    filter[name] = withoutAncestors([...new Set(ids)], parentOf);
  }
  return filter;
}

/** Returns the cache key of a filter, which is the same for equal filters. */
export function filterKey(filter: ListFilter): string {
  const { minPaise, maxPaise, hits } = filter;
  return JSON.stringify([
    FACETS.map(({ name }) => filter[name] ?? null),
    minPaise ?? null,
    maxPaise ?? null,
    hits?.key ?? null,
  ]);
}

/**
 * Returns the keys that are not ancestors of other keys: for "Women" and its subcategory "Kurtas", only "Kurtas"
 * (product.md, "Listing").
 */
export function withoutAncestors<Key>(keys: Key[], parentOf: (key: Key) => Key | undefined): Key[] {
  if (keys.length < 2) return keys;
  const ancestors = new Set<Key>();
  for (const key of keys) {
    for (
      let ancestor = parentOf(key);
      ancestor !== undefined && !ancestors.has(ancestor);
      ancestor = parentOf(ancestor)
    )
      ancestors.add(ancestor);
  }
  return keys.filter((key) => !ancestors.has(key));
}

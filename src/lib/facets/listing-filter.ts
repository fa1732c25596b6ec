import type { ListQuery } from '#lib/catalog/catalog.ts';
import { valueSlug } from '#lib/catalog/value-slug.ts';
import type { FacetKind, FacetValueTable } from '#lib/platform/db/tables.ts';

/** A query of the listing with its values found. An absent facet is not chosen; an empty one names only unknown values. */
export interface ListFilter {
  /** Facets of the product: ids of the chosen values. */
  category?: number[];
  brand?: number[];
  material?: number[];
  collection?: number[];
  /** Facets that must hold on one and the same variant. */
  size?: number[];
  color?: number[];
  age?: number[];
  availability?: number[];
  minPaise?: number;
  maxPaise?: number;
  /** Products that a search has found. */
  ids?: number[];
}

export const OWN_FACETS = ['category', 'brand', 'material', 'collection'] as const;
export const VARIANT_FACETS = ['size', 'color', 'age', 'availability'] as const;
export const FACETS = [...OWN_FACETS, ...VARIANT_FACETS] as const;

/** How many products match, and how many each facet value would leave; a value that leaves none is absent. */
export interface ListTotals {
  total: number;
  counts: Map<number, number>;
}

export function resolveFilter(
  query: ListQuery,
  values: Iterable<FacetValueTable>,
  ids: number[] | undefined,
): ListFilter {
  const filter: ListFilter = { minPaise: query.minPricePaise, maxPaise: query.maxPricePaise, ids };
  const chosen = FACETS.filter((facet) => query[facet].length > 0);
  if (chosen.length === 0) return filter;
  const wanted = new Set(chosen.flatMap((facet) => query[facet].map((value) => `${facet}:${valueSlug(value)}`)));
  for (const facet of chosen) filter[facet] = [];
  for (const { kind, slug, id } of values) {
    if (wanted.has(`${kind satisfies FacetKind}:${valueSlug(slug)}`)) filter[kind]?.push(id);
  }
  return filter;
}

/** The same for every page and order of one list. */
export function filterKey(filter: ListFilter): string {
  const { minPaise, maxPaise, ids } = filter;
  return JSON.stringify([
    FACETS.map((facet) => filter[facet] ?? null),
    minPaise ?? null,
    maxPaise ?? null,
    ids ?? null,
  ]);
}

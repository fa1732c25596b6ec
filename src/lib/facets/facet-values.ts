import { FACETS, type FacetName, type ListQuery } from '#lib/facets/facets.ts';
import { innermost } from '#lib/facets/narrowing.ts';
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
  values: ReadonlyMap<number, FacetValueTable>,
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
  for (const { kind, slug, id } of values.values()) idsByValue.get(`${kind}:${valueSlug(slug)}`)?.push(id);
  const parentOf = (id: number) => values.get(id)?.parent_id ?? undefined;
  for (const { name } of chosen) filter[name] = innermost(filter[name] ?? [], parentOf);
  return filter;
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

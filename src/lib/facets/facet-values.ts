import { compareAges, compareSizes, type Facets, type FacetValue } from '#lib/catalog/catalog.ts';
import { FACETS } from '#lib/facets/listing-filter.ts';
import type { FacetKind, FacetValueTable } from '#lib/platform/db/tables.ts';

/** Every value that some product has, with what it would leave. */
export function facetsOf(values: FacetValueTable[], counts: ReadonlyMap<number, number>): Facets {
  const facet = (kind: FacetKind) => countedValues(kind, values, ({ id }) => counts.get(id) ?? 0);
  return Object.fromEntries(FACETS.map((kind) => [kind, facet(kind)] as const)) as Facets;
}

/** The values of one kind that some product has, in the order that people look for them. */
export function countedValues(
  kind: FacetKind,
  values: FacetValueTable[],
  countOf: (value: FacetValueTable) => number,
): FacetValue[] {
  const slugById = new Map(values.map(({ id, slug }) => [id, slug]));
  return values
    .filter((value) => value.kind === kind && value.product_count > 0)
    .map((value) => {
      const parent = value.parent_id === null ? undefined : slugById.get(value.parent_id);
      const { slug, name } = value;
      return { slug, name, ...(parent === undefined ? {} : { parent }), count: countOf(value) };
    })
    .sort(ORDER[kind]);
}

const byName = (a: FacetValue, b: FacetValue) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
const asGiven = () => 0;
const ORDER: Record<FacetKind, (a: FacetValue, b: FacetValue) => number> = {
  category: asGiven,
  brand: byName,
  material: byName,
  collection: asGiven,
  size: (a, b) => compareSizes(a.name, b.name),
  color: byName,
  age: (a, b) => compareAges(a.name, b.name),
  availability: asGiven,
};

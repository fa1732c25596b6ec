import type { Alternative, WordGroup } from '#lib/catalog/search/scoring/asked-words.ts';
import type { SearchHit } from '#lib/catalog/search/search.ts';
import { foldWord } from '#lib/catalog/search/words/fold-word.ts';
import { wordsOf } from '#lib/catalog/search/words/word-fields.ts';

export interface NamedPlaces {
  category: SearchHit[];
  brand: SearchHit[];
}

interface Place {
  id: number;
  kind: string;
  slug: string;
  name: string;
  parent_id: number | null;
  product_count: number;
}

const NAMES_SHOWN = 5;

/** Categories and brands that go by what was asked for; those with most goods first. */
export class PlaceNames {
  /** Folded; a place that changed is another object. */
  readonly #words = new WeakMap<Place, string[]>();

  named(groups: readonly WordGroup[], values: readonly Place[]): NamedPlaces {
    const nameOf = new Map(values.map(({ id, name }) => [id, name]));
    const hits = (kind: string): SearchHit[] =>
      values
        .filter((place) => place.kind === kind && place.product_count > 0 && this.#isNamed(place, groups))
        .sort((a, b) => b.product_count - a.product_count || a.id - b.id)
        .slice(0, NAMES_SHOWN)
        .map(({ slug, name, parent_id }) => {
          const parent = parent_id === null ? undefined : nameOf.get(parent_id);
          return parent === undefined ? { slug, name } : { slug, name, parent };
        });
    return { category: hits('category'), brand: hits('brand') };
  }

  #isNamed(place: Place, groups: readonly WordGroup[]): boolean {
    const own = this.#words.get(place) ?? wordsOf(place.name).map(foldWord);
    this.#words.set(place, own);
    return groups.length > 0 && groups.every(({ alternatives }) => alternatives.some((one) => isAmong(own, one)));
  }
}

function isAmong(own: string[], { words, isBeginning }: Alternative): boolean {
  return words.every((word) => own.some((other) => (isBeginning ? other.startsWith(word) : other === word)));
}

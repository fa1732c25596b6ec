import type { CatalogueEntry } from '#lib/catalog/import/record/catalog-record.ts';
import type { Remark } from '#lib/catalog/import/record/import-remark.ts';
import type { FieldChange } from '#lib/catalog/import/record/record-changes.ts';

export interface Tally {
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
}

export const KINDS = ['products', 'variants', 'taxonomy', 'reviews'] as const;
export type Kind = (typeof KINDS)[number];
export type Tallies = Record<Kind, Tally>;

export interface EntryChange {
  entry: string;
  changes: FieldChange[];
}

/** A new entry, such as the category "Women"; for a product, with the facts that an owner checks first. */
export interface NewEntry {
  kind: string;
  name: string;
  about?: string | undefined;
}

export interface SaveProblem extends Remark {
  index: number;
  variant?: number | undefined;
}

export interface SaveResult {
  created: number;
  updated: number;
  unchanged: number;
  tallies: Tallies;
  changes: EntryChange[];
  newEntries: NewEntry[];
  /** The number of variants whose stock differs in the file but was not changed. */
  keptStock: number;
  /** Products whose GST rate is unknown: the number, and some slugs. */
  untaxed: { count: number; slugs: string[] };
  /** Records that were left out because they refer to an unknown brand, category, product… */
  problems: SaveProblem[];
}

const MAX_CHANGES_LISTED = 1_000;
const MAX_UNTAXED_LISTED = 20;
const MAX_NEW_LISTED = 1_000;

export function emptyResult(): SaveResult {
  const tally = () => ({ created: 0, updated: 0, unchanged: 0, removed: 0 });
  const tallies = { products: tally(), variants: tally(), taxonomy: tally(), reviews: tally() };
  return {
    created: 0,
    updated: 0,
    unchanged: 0,
    tallies,
    changes: [],
    newEntries: [],
    keptStock: 0,
    untaxed: { count: 0, slugs: [] },
    problems: [],
  };
}

export function countEntry(
  result: SaveResult,
  kind: Exclude<Kind, 'variants'>,
  outcome: 'created' | 'updated' | 'unchanged',
) {
  result[outcome]++;
  result.tallies[kind][outcome]++;
}

export function noteChanges(result: Pick<SaveResult, 'changes'>, entry: string, changes: FieldChange[]): void {
  if (changes.length > 0 && result.changes.length < MAX_CHANGES_LISTED) result.changes.push({ entry, changes });
}

export function noteCreated(result: Pick<SaveResult, 'newEntries'>, entry: NewEntry): void {
  if (result.newEntries.length < MAX_NEW_LISTED) result.newEntries.push(entry);
}

export function noteUntaxed({ untaxed }: Pick<SaveResult, 'untaxed'>, slug: string): void {
  untaxed.count++;
  if (untaxed.slugs.length < MAX_UNTAXED_LISTED) untaxed.slugs.push(slug);
}

export function addResult(total: Omit<SaveResult, 'problems'>, more: Omit<SaveResult, 'problems'>): void {
  for (const outcome of ['created', 'updated', 'unchanged', 'keptStock'] as const) total[outcome] += more[outcome];
  for (const kind of KINDS) {
    for (const outcome of ['created', 'updated', 'unchanged', 'removed'] as const)
      total.tallies[kind][outcome] += more.tallies[kind][outcome];
  }
  total.untaxed.count += more.untaxed.count;
  total.untaxed.slugs = [...total.untaxed.slugs, ...more.untaxed.slugs].slice(0, MAX_UNTAXED_LISTED);
  for (const { entry, changes } of more.changes) noteChanges(total, entry, changes);
  for (const entry of more.newEntries) noteCreated(total, entry);
}

export function kindOf(entry: Pick<CatalogueEntry, 'type'>): Exclude<Kind, 'variants'> {
  return entry.type === 'product' ? 'products' : entry.type === 'review' ? 'reviews' : 'taxonomy';
}

import type { Remark } from '#lib/catalog/import/record/import-remark.ts';
import type { FieldChange } from '#lib/catalog/import/record/record-changes.ts';

export interface Tally {
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
}

export const TALLY_KINDS = ['products', 'variants', 'taxonomy', 'reviews'] as const;
export type TallyKind = (typeof TALLY_KINDS)[number];
export type Tallies = Record<TallyKind, Tally>;

export interface EntryChange {
  /** The slug of a product, or the kind and slug of another entry, such as "category women". */
  entry: string;
  changes: FieldChange[];
}

/** A new entry, such as the category "Women". */
export interface NewEntry {
  kind: string;
  name: string;
  /** A summary of a product's prices, stock, categories and pictures. */
  about?: string | undefined;
}

export interface SaveProblem extends Remark {
  /** The index of the record in the batch. */
  index: number;
  /** The index of the variant in the record, if the problem concerns a single variant. */
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
  keptStockCount: number;
  /** The number of products whose GST rate is unknown, and up to 20 of their slugs. */
  untaxed: { count: number; slugs: string[] };
  /** The records that were left out, with the reasons. */
  problems: SaveProblem[];
}

const MAX_CHANGES_LISTED = 1_000;
const MAX_UNTAXED_LISTED = 20;
const MAX_NEW_ENTRIES_LISTED = 1_000;

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
    keptStockCount: 0,
    untaxed: { count: 0, slugs: [] },
    problems: [],
  };
}

export function countEntry(
  result: SaveResult,
  kind: Exclude<TallyKind, 'variants'>,
  outcome: 'created' | 'updated' | 'unchanged',
) {
  result[outcome]++;
  result.tallies[kind][outcome]++;
}

export function addChanges(result: Pick<SaveResult, 'changes'>, entry: string, changes: FieldChange[]): void {
  if (changes.length > 0 && result.changes.length < MAX_CHANGES_LISTED) result.changes.push({ entry, changes });
}

export function addNewEntry(result: Pick<SaveResult, 'newEntries'>, entry: NewEntry): void {
  if (result.newEntries.length < MAX_NEW_ENTRIES_LISTED) result.newEntries.push(entry);
}

export function addUntaxed({ untaxed }: Pick<SaveResult, 'untaxed'>, slug: string): void {
  untaxed.count++;
  if (untaxed.slugs.length < MAX_UNTAXED_LISTED) untaxed.slugs.push(slug);
}

export function addResult(total: Omit<SaveResult, 'problems'>, addition: Omit<SaveResult, 'problems'>): void {
  for (const outcome of ['created', 'updated', 'unchanged', 'keptStockCount'] as const)
    total[outcome] += addition[outcome];
  for (const kind of TALLY_KINDS) {
    for (const outcome of ['created', 'updated', 'unchanged', 'removed'] as const)
      total.tallies[kind][outcome] += addition.tallies[kind][outcome];
  }
  total.untaxed.count += addition.untaxed.count;
  total.untaxed.slugs = [...total.untaxed.slugs, ...addition.untaxed.slugs].slice(0, MAX_UNTAXED_LISTED);
  for (const { entry, changes } of addition.changes) addChanges(total, entry, changes);
  for (const entry of addition.newEntries) addNewEntry(total, entry);
}

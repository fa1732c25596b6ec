import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import {
  answersOf,
  type ColumnQuestion,
  type ImportRules,
  type PlanReport,
} from '#lib/catalog/desk/imports/import-request.ts';
import { undoRows } from '#lib/catalog/desk/imports/undo-rows.server.ts';
import { storedAnswers, withAnswers } from '#lib/catalog/import/import-answers.server.ts';
import { importCatalogue } from '#lib/catalog/import/import-catalogue.server.ts';
import { isJsonl } from '#lib/catalog/import/import-files.server.ts';
import type { ImportRemark } from '#lib/catalog/import/import-report.ts';
import { ImportFileError } from '#lib/catalog/import/record/import-source.ts';
import { idOfEntry, type PlacedEntry } from '#lib/catalog/import/record/planned-entry.ts';
import { sheetOf } from '#lib/catalog/import/sheet/import-sheet.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { insertRows } from '#lib/platform/db/insert-rows.server.ts';
import type { CatalogueImportRowTable, CatalogueImportTable } from '#lib/platform/db/tables/import.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { uploadsDir } from '#lib/platform/files/storage/open-file-store.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';

/** Few, so that comparing them blocks shoppers for milliseconds only. */
const ROWS_A_BATCH = 60;
const PAUSE_FACTOR = 2;
/** After this time without progress, the process that made the preview has ended. */
const PLANNER_GONE_MS = MINUTE_MS;

export type ImportShop = Pick<Shop, 'db' | 'now' | 'settings' | 'files' | 'pictures'>;

/**
 * Compares the file with the shop, by a dry run of the import, and stores the difference. If a process is killed meanwhile,
 * another one begins again. Does nothing while another process makes this preview.
 */
export async function planImport(shop: ImportShop, id: string, signal?: AbortSignal): Promise<void> {
  const plan = await Plan.claim(shop, id);
  if (plan) await plan.make(signal);
}

class PlanGone extends Error {}

class Plan {
  readonly #shop: ImportShop;
  readonly #row: CatalogueImportTable;
  readonly #planner: string;
  #position = 0;

  private constructor(shop: ImportShop, row: CatalogueImportTable, planner: string) {
    this.#shop = shop;
    this.#row = row;
    this.#planner = planner;
  }

  static async claim(shop: ImportShop, id: string): Promise<Plan | undefined> {
    const planner = newId();
    const at = shop.now();
    return transaction(shop.db, async (tx) => {
      const row = await tx
        .updateTable('catalogue_import')
        .set({ planner, updated_at: at })
        .where('id', '=', id)
        .where('state', '=', 'planning')
        .where((is) =>
          is.or([
            is('planner', 'is', null),
            is('updated_at', '<', at - PLANNER_GONE_MS),
            is('updated_at', '>', at + PLANNER_GONE_MS),
          ]),
        )
        .returningAll()
        .executeTakeFirst();
      if (!row) return undefined;
      await tx.deleteFrom('catalogue_import_row').where('import_id', '=', id).execute();
      return new Plan(shop, row, planner);
    });
  }

  async make(signal: AbortSignal | undefined): Promise<void> {
    const folder = await this.#folder();
    try {
      const { undoes } = this.#row;
      await this.#end(
        undoes === null
          ? await this.#compare(await this.#fetchFile(folder), signal)
          : await this.#reverse(undoes, signal),
      );
    } catch (error) {
      if (error instanceof PlanGone) return;
      if (!(error instanceof ImportFileError)) {
        await this.#giveBack();
        throw error;
      }
      await this.#end({ problem: this.#ownWords(error.message, folder), report: await this.#unreadReport(folder) });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async #folder(): Promise<string> {
    const dir = uploadsDir(this.#shop.settings.dataDir);
    await mkdir(dir, { recursive: true, mode: 0o700 });
    return mkdtemp(join(dir, 'import-'));
  }

  #pathIn(folder: string): string {
    return join(folder, isJsonl(this.#row.file_name) ? 'file.jsonl' : 'file.csv');
  }

  async #fetchFile(folder: string): Promise<string> {
    const path = this.#pathIn(folder);
    const file = await this.#shop.files.read(this.#row.file_key ?? '');
    if (!file) throw new ImportFileError('The file is not stored any more. Choose it again.');
    await pipeline(file, createWriteStream(path, { mode: 0o600 }));
    return path;
  }

  get #rules(): ImportRules {
    return JSON.parse(this.#row.options_json) as ImportRules;
  }

  async #compare(path: string, signal: AbortSignal | undefined): Promise<Ended> {
    const { db, pictures, settings, now } = this.#shop;
    const { writesStock, removes, stockColumn, categoryFrom } = this.#rules;
    let begun = performance.now();
    const found = await importCatalogue({
      ...{ db, pictures, source: path, isDryRun: true, rowsABatch: ROWS_A_BATCH, now: now() },
      ...{ writesStock, removes, stockColumn, categoryFrom, answers: answersOf(this.#rules) },
      requiresHsn: settings.mode === 'live',
      onPlanned: async (entries) => {
        if (signal?.aborted) throw new PlanGone();
        await this.#add(entries.map((entry) => this.#rowOf(entry)));
        await wait(PAUSE_FACTOR * Math.min(performance.now() - begun, 1_000));
        begun = performance.now();
      },
    });
    await this.#add(found.problems.map((problem) => this.#refusedRow(problem)));
    const { tallies, leftOut, picturesToFetch, warnings } = found;
    const remarks = warnings.map(({ line, message }) => ({ line, message: this.#ownWords(message, path) }));
    const columns = await this.#columns(path);
    return { report: { tallies, leftOut, picturesToFetch, warnings: remarks, columns } };
  }

  /** The preview of an undo. */
  async #reverse(undoes: string, signal: AbortSignal | undefined): Promise<Ended> {
    for await (const rows of undoRows(this.#shop.db, undoes)) {
      if (signal?.aborted) throw new PlanGone();
      await this.#add(rows.map((row) => ({ ...row, import_id: this.#row.id, position: this.#position++ })));
    }
    return { report: undefined };
  }

  async #unreadReport(folder: string): Promise<PlanReport | undefined> {
    const columns = await this.#columns(this.#pathIn(folder)).catch(() => []);
    const none = { created: 0, updated: 0, unchanged: 0, removed: 0 };
    const tallies = { products: none, variants: none, taxonomy: none, reviews: none };
    return { tallies, leftOut: 0, picturesToFetch: 0, warnings: [], columns };
  }

  /** Those of a plain sheet. */
  async #columns(path: string): Promise<ColumnQuestion[]> {
    if (isJsonl(path)) return [];
    const answers = withAnswers(await storedAnswers(this.#shop.db), answersOf(this.#rules));
    const sheet = await sheetOf(path, {
      columns: answers.columns,
      stockColumn: this.#rules.stockColumn,
      isSheet: this.#rules.columns.length > 0,
    });
    const columns = (sheet?.columns ?? []).map(({ name, use }, at) => ({
      name,
      use,
      sample: sheet?.samples[at] ?? '',
    }));
    return columns.filter(({ name }) => name !== '');
  }

  #ownWords(message: string, path: string): string {
    const name = this.#row.file_name;
    return [path, this.#pathIn(path), basename(this.#pathIn(path))].reduce(
      (text, own) => text.replaceAll(own, name),
      message,
    );
  }

  #rowOf(entry: PlacedEntry): CatalogueImportRowTable {
    const { kind, name, effect, line, changes, about, before, after } = entry;
    const written = entry.kind === 'product' ? { ...entry.after, formerSlugs: entry.formerSlugs } : { record: after };
    return {
      ...{ import_id: this.#row.id, position: this.#position++, kind, record_id: idOfEntry(entry), name, effect, line },
      ...{ state: 'waiting', message: null, about: about ?? null, changes_json: JSON.stringify(changes) },
      ...{ before_json: before && JSON.stringify(before), after_json: JSON.stringify(written) },
    };
  }

  #refusedRow({ line, message }: ImportRemark): CatalogueImportRowTable {
    return {
      ...{ import_id: this.#row.id, position: this.#position++, kind: '', record_id: '', name: '', effect: 'refused' },
      ...{ line, state: 'failed', message, about: null, changes_json: '[]', before_json: null, after_json: null },
    };
  }

  async #add(rows: CatalogueImportRowTable[]): Promise<void> {
    await transaction(this.#shop.db, async (tx) => {
      await this.#update(tx, {});
      await insertRows(tx, 'catalogue_import_row', rows);
    });
  }

  async #end({ problem = null, report }: Ended): Promise<void> {
    await transaction(this.#shop.db, (tx) =>
      this.#update(tx, { state: 'planned', planner: null, problem, report_json: JSON.stringify(report ?? null) }),
    );
  }

  /** So that the next attempt need not wait. */
  async #giveBack(): Promise<void> {
    await transaction(this.#shop.db, (tx) => this.#update(tx, { planner: null })).catch(() => undefined);
  }

  async #update(tx: Tx, values: Partial<CatalogueImportTable>): Promise<void> {
    const { numUpdatedRows } = await tx
      .updateTable('catalogue_import')
      .set({ ...values, updated_at: this.#shop.now() })
      .where('id', '=', this.#row.id)
      .where('planner', '=', this.#planner)
      .where('state', '=', 'planning')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new PlanGone();
  }
}

interface Ended {
  problem?: string | null;
  report: PlanReport | undefined;
}

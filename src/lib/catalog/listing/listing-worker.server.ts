import { parentPort, workerData } from 'node:worker_threads';
import { CatalogueIndexer } from '#lib/catalog/listing/catalogue-indexer.server.ts';
import type { ListView } from '#lib/catalog/listing/list-query.ts';
import {
  CatalogueIndex,
  type CountedList,
  type FoundProductIds,
  type ListIds,
} from '#lib/catalog/listing/listing.server.ts';
import type { ListQuery } from '#lib/catalog/listing-index/facets/facets.ts';
import type { OrderedValues } from '#lib/catalog/listing-index/facets/ordered-values.ts';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { isDatabaseUnavailable } from '#lib/platform/db/query/unavailable.server.ts';
import type { StandbyBound } from '#lib/platform/db/standby/standby.server.ts';
import { WaitingQueries } from '#lib/platform/jobs/yielding-run.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

export type WorkerSettings = Pick<Settings, 'databaseUrl' | 'dataDir'> & Partial<Pick<Settings, 'databaseReadUrl'>>;

export interface WorkerStart extends WorkerSettings {
  bound: StandbyBound | undefined;
}

export type ListingRequest =
  | { query: ListQuery; view: ListView }
  | { query: ListQuery; perPage: number }
  | { term: string; max: number };
export type WorkerRequest = ({ id: number } & ListingRequest) | { bound: StandbyBound | undefined };

export type WorkerMessage =
  | { loaded: 'lists' | 'all' }
  /**
   * The values of all later lists, in display order. They are sent only when they change, because cloning hundreds of
   * names takes longer than finding a list.
   */
  | { orderedValues: OrderedValues }
  | { id: number; list: Omit<CountedList, 'orderedValues'> }
  | { id: number; result: FoundProductIds | ListIds }
  | { id: number; failure: string; isUnavailable: boolean };

const { bound, ...settings } = workerData as WorkerStart;
const db = await openDatabase(settings);
db.standby?.applyBound(bound);
const waitingQueries = new WaitingQueries();
const index = new CatalogueIndex(db, waitingQueries);
const indexer = new CatalogueIndexer(db, index);
const post = (message: WorkerMessage) => parentPort?.postMessage(message);

let sentOrderedValues: OrderedValues | undefined;

parentPort?.on('message', (request: WorkerRequest) => {
  if ('bound' in request) db.standby?.applyBound(request.bound);
  else void waitingQueries.serve(() => db.context.withStaleReads(() => respond(request)));
});

async function respond({ id, ...request }: Exclude<WorkerRequest, { bound: unknown }>): Promise<void> {
  try {
    const isSearch = 'term' in request || request.query.search !== undefined;
    await indexer.catchUp(isSearch);
    if ('term' in request) post({ id, result: await index.search(request.term, request.max) });
    else if ('perPage' in request) post({ id, result: await index.findIds(request.query, request.perPage) });
    else await postList(id, request.query, request.view);
  } catch (error) {
    post({ id, failure: String(error), isUnavailable: isDatabaseUnavailable(error) });
  }
}

async function postList(id: number, query: ListQuery, view: ListView): Promise<void> {
  const { orderedValues, ...list } = await index.count(query, view);
  if (orderedValues !== sentOrderedValues) post({ orderedValues });
  sentOrderedValues = orderedValues;
  post({ id, list });
}

void indexer.listsLoaded.then(() => post({ loaded: 'lists' }));
void indexer.allLoaded.then(() => post({ loaded: 'all' }));

import { parentPort, workerData } from 'node:worker_threads';
import { CatalogueIndexer } from '#lib/catalog/listing/goods-follower.server.ts';
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
import type { KnownBound } from '#lib/platform/db/standby/standby.server.ts';
import { WaitingQueries } from '#lib/platform/jobs/yielding-run.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

export type ThreadSettings = Pick<Settings, 'databaseUrl' | 'dataDir'> & Partial<Pick<Settings, 'databaseReadUrl'>>;

export interface ThreadStart extends ThreadSettings {
  known: KnownBound | undefined;
}

export type Question =
  | { query: ListQuery; view: ListView }
  | { query: ListQuery; perPage: number }
  | { term: string; max: number };
export type ThreadRequest = ({ id: number } & Question) | { known: KnownBound | undefined };

export type ThreadMessage =
  | { isRead: 'lists' | 'all' }
  /** Applies to all later lists. Sent only on change: cloning hundreds of names costs more than finding a list. */
  | { ordered: OrderedValues }
  | { id: number; list: Omit<CountedList, 'ordered'> }
  | { id: number; matches: FoundProductIds }
  | { id: number; picked: ListIds }
  | { id: number; failure: string; isUnavailable: boolean };

const { known, ...settings } = workerData as ThreadStart;
const db = await openDatabase(settings);
db.standby?.follow(known);
const waiting = new WaitingQueries();
const index = new CatalogueIndex(db, waiting);
const follower = new CatalogueIndexer(db, index);
const post = (message: ThreadMessage) => parentPort?.postMessage(message);

let saidOrdered: OrderedValues | undefined;

parentPort?.on('message', (request: ThreadRequest) => {
  if ('known' in request) db.standby?.follow(request.known);
  else void waiting.serve(() => db.context.allowingStale(() => respond(request)));
});

async function respond({ id, ...question }: Exclude<ThreadRequest, { known: unknown }>): Promise<void> {
  try {
    const isSearch = 'term' in question || question.query.search !== undefined;
    await follower.catchUp(isSearch);
    if ('term' in question) post({ id, matches: await index.search(question.term, question.max) });
    else if ('perPage' in question) post({ id, picked: await index.pick(question.query, question.perPage) });
    else await printList(id, question.query, question.view);
  } catch (error) {
    post({ id, failure: String(error), isUnavailable: isDatabaseUnavailable(error) });
  }
}

async function printList(id: number, query: ListQuery, view: ListView): Promise<void> {
  const { ordered, ...list } = await index.count(query, view);
  if (ordered !== saidOrdered) post({ ordered });
  saidOrdered = ordered;
  post({ id, list });
}

void follower.listsRead.then(() => post({ isRead: 'lists' }));
void follower.read.then(() => post({ isRead: 'all' }));

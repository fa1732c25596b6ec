import { dictionaryHandler, isDictionaryPath } from '#lib/platform/http/dictionary/dictionary-handler.server.ts';
import { DictionaryStore } from '#lib/platform/http/dictionary/dictionary-store.server.ts';
import { renderSamplePages, type SampleParts } from '#lib/platform/http/dictionary/sample-pages.server.ts';
import { NO_DICTIONARIES, type PageDictionaries } from '#lib/platform/http/encoding/content-coding.server.ts';
import type { NamedHandler } from '#lib/platform/http/server/front-options.server.ts';

interface ServerDictionaries {
  dictionaries: PageDictionaries;
  handlers: NamedHandler[];
  /** To be called once pages can be rendered, and then from time to time. A failure is logged: pages are only larger. */
  renew(): Promise<void>;
}

/**
 * The compression dictionaries of a server that runs the build `version`. With a CDN that caches pages there are none:
 * it might send a page in a coding that its client can't decode.
 */
export function openDictionaries(parts: SampleParts, version: string): ServerDictionaries {
  const { db, now, settings, log } = parts.shop;
  if (!settings.compressionDictionary || !settings.pageCache)
    return { dictionaries: NO_DICTIONARIES, handlers: [], renew: async () => {} };
  const store = new DictionaryStore(db, { version, now, renderSamples: () => renderSamplePages(parts) });
  return {
    dictionaries: store.dictionaries,
    handlers: [{ routeClass: 'file', isAt: isDictionaryPath, handle: dictionaryHandler(store) }],
    renew: () => store.renew().catch((err) => log.warn({ err }, 'the compression dictionary could not be renewed')),
  };
}

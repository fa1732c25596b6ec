import type { StoredAssets } from '#lib/platform/builds/stored-assets.server.ts';
import { dictionaryHandler, isDictionaryPath } from '#lib/platform/http/dictionary/dictionary-handler.server.ts';
import { DictionaryStore } from '#lib/platform/http/dictionary/dictionary-store.server.ts';
import { renderSamplePages, type SampleParts } from '#lib/platform/http/dictionary/sample-pages.server.ts';
import { scriptHandler } from '#lib/platform/http/dictionary/script-dictionaries.server.ts';
import { NO_DICTIONARIES, type PageDictionaries } from '#lib/platform/http/encoding/content-coding.server.ts';
import type { NamedHandler } from '#lib/platform/http/server/front-options.server.ts';
import { isStoredAssetPath } from '#lib/platform/http/server/stored-asset-handler.server.ts';

interface ServerDictionaries {
  dictionaries: PageDictionaries;
  handlers: NamedHandler[];
  /**
   * Renews the dictionary. Call it once pages can be rendered, and then periodically. Failures are only logged, because
   * pages also work without a dictionary.
   */
  renew(): Promise<void>;
}

interface Build {
  version: string;
  /** The build's folder of scripts and styles. */
  scripts: string;
  /** The scripts and styles of this and of earlier builds. */
  assets: StoredAssets;
}

/**
 * Returns the compression dictionaries of a build. Returns none if the owner has switched them off, or if a CDN caches
 * pages, because it could send a page in a coding that the client can't decode.
 */
export function openDictionaries(parts: SampleParts, { version, scripts, assets }: Build): ServerDictionaries {
  const { db, now, settings, log } = parts.shop;
  if (!settings.compressionDictionary || !settings.pageCache)
    return { dictionaries: NO_DICTIONARIES, handlers: [], renew: async () => {} };
  const store = new DictionaryStore(db, { version, now, renderSamples: () => renderSamplePages(parts) });
  return {
    dictionaries: store.dictionaries,
    handlers: [
      { routeClass: 'file', handlesPath: isDictionaryPath, handle: dictionaryHandler(store) },
      { routeClass: 'file', handlesPath: isStoredAssetPath, handle: scriptHandler(assets, scripts) },
    ],
    renew: () => store.renew().catch((err) => log.warn({ err }, 'the compression dictionary could not be renewed')),
  };
}

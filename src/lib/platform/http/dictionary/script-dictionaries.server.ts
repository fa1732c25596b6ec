import { readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredAssets } from '#lib/platform/builds/stored-assets.server.ts';
import { availableDictionary } from '#lib/platform/http/dictionary/available-dictionary.server.ts';
import { compress } from '#lib/platform/http/encoding/compressor.server.ts';
import { newDictionary } from '#lib/platform/http/encoding/dictionary.server.ts';
import type { RequestHandler } from '#lib/platform/http/request-handler.ts';

const SCRIPTS_PATH = '/_astro/';
/** Vite puts a hash of eight characters before the extension. */
const HASHED_NAME = /^([\w.-]+)[.-][\w-]{8}\.(js|css)$/;
const MEDIA_TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css' };
/**
 * Forbids shared caches to store the response. Some CDNs cache scripts and ignore `Vary`, and would send this body to
 * browsers that can't decode it.
 */
const CACHE_CONTROL = 'private, max-age=31536000, immutable';

/** A script or style of a build. */
interface Script {
  name: string;
  /** Matches the URLs of all versions of this script, for `Use-As-Dictionary`. */
  pattern: string;
  type: string;
}

/**
 * Returns a handler that serves scripts and styles of this build to browsers that have a version of the file from an
 * earlier build. The earlier version is used as the compression dictionary. Other requests are left to the next
 * handler.
 */
export function scriptDictionaries(assets: StoredAssets, folder: string): RequestHandler {
  const currentNames = new Set(readdirSync(folder));
  const bodies = new Map<string, Promise<Buffer>>();
  let earlierVersions: Promise<Map<string, EarlierScript>> | undefined;

  async function bodyFor({ name, pattern }: Script, availability: string): Promise<Buffer | undefined> {
    const key = `${name} ${availability}`;
    try {
      earlierVersions ??= assets.folders().then((folders) => earlierScripts(folders, currentNames));
      const earlierVersion = (await earlierVersions).get(availability);
      if (earlierVersion?.pattern !== pattern) return undefined;
      const body = bodies.get(key) ?? compressWithDictionary(join(folder, name), earlierVersion.path);
      bodies.set(key, body);
      return await body;
    } catch {
      // An earlier version has probably been removed in the meantime.
      earlierVersions = undefined;
      bodies.delete(key);
      return undefined;
    }
  }

  return async (req, res) => {
    const script = scriptAt(req.url ?? '');
    if (!script || !currentNames.has(script.name)) return false;
    res.setHeader('use-as-dictionary', `match="${script.pattern}"`);
    const availability = availableDictionary(req.headers);
    const body = availability === undefined ? undefined : await bodyFor(script, availability);
    if (!body) return false;
    res.writeHead(200, {
      'content-type': script.type,
      'content-encoding': 'dcz',
      'content-length': body.length,
      'cache-control': CACHE_CONTROL,
      vary: 'accept-encoding, available-dictionary',
    });
    res.end(body);
    return true;
  };
}

interface EarlierScript {
  path: string;
  pattern: string;
}

/**
 * Returns the other versions of this build's scripts and styles, by their value in the header `Available-Dictionary`.
 */
async function earlierScripts(
  folders: readonly string[],
  currentNames: ReadonlySet<string>,
): Promise<Map<string, EarlierScript>> {
  const scripts = new Map<string, EarlierScript>();
  for (const folder of folders)
    for (const name of await readdir(folder)) {
      const script = scriptAt(SCRIPTS_PATH + name);
      if (!script || currentNames.has(name)) continue;
      const path = join(folder, name);
      const { availability } = newDictionary(await readFile(path));
      scripts.set(availability, { path, pattern: script.pattern });
    }
  return scripts;
}

async function compressWithDictionary(path: string, dictionaryPath: string): Promise<Buffer> {
  const [body, dictionaryBytes] = await Promise.all([readFile(path), readFile(dictionaryPath)]);
  const dictionary = newDictionary(dictionaryBytes);
  return compress(body, { name: 'dcz', key: dictionary.id, dictionary }, 'best');
}

function scriptAt(url: string): Script | undefined {
  const path = url.split('?', 1)[0] ?? '';
  const name = path.startsWith(SCRIPTS_PATH) ? path.slice(SCRIPTS_PATH.length) : '';
  const [, baseName, extension = ''] = HASHED_NAME.exec(name) ?? [];
  return baseName === undefined
    ? undefined
    : { name, pattern: `${SCRIPTS_PATH}${baseName}*.${extension}`, type: MEDIA_TYPES[extension] ?? '' };
}

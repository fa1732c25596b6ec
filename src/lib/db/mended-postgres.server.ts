import { registerHooks } from 'node:module';

/**
 * postgres.js 3.4.9 ends the whole process when it writes to a connection that the server has closed amid a transaction,
 * and a connection that was closed with something still to send never sends again
 * (https://github.com/porsager/postgres/issues/1208). Both are mended as the file is loaded, until a release has done so.
 */
const MENDS: [broken: string, mended: string][] = [
  [
    'const x = socket.write(chunk, fn)',
    `if (!socket) {
      nextWriteTimer !== null && clearImmediate(nextWriteTimer)
      chunk = nextWriteTimer = null
      const lost = Errors.connection('CONNECTION_CLOSED', options)
      error(lost)
      query = null
      onclose(connection, lost)
      return false
    }
    const x = socket.write(chunk, fn)`,
  ],
  [
    'clearImmediate(nextWriteTimer)\n    socket.removeListener',
    'clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.removeListener',
  ],
];

/** Loads postgres.js, which must not have been loaded before. */
export async function loadPostgres(): Promise<typeof import('postgres')> {
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith('/postgres/src/connection.js') || !loaded.source) return loaded;
      return { ...loaded, source: mended(String(loaded.source)) };
    },
  });
  try {
    return (await import('postgres')).default;
  } finally {
    hooks.deregister();
  }
}

/** Throws when the text is another: then look whether the new version still needs this. */
function mended(source: string): string {
  return MENDS.reduce((text, [broken, whole]) => {
    if (!text.includes(broken)) throw new Error('postgres.js has changed: src/lib/db/mended-postgres.server.ts');
    return text.replace(broken, () => whole);
  }, source);
}

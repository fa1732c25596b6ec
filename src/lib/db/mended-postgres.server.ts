import { registerHooks } from 'node:module';

/**
 * What postgres.js 3.4.9 does wrong when a server goes away, mended as the file is loaded until a release has done so
 * (https://github.com/porsager/postgres/issues/1208): it ends the whole process when it writes to a connection that was
 * closed amid a transaction, or when one is lost that has just begun; a connection that was closed with something still to
 * send never sends again; and where something accepts connections and closes them at once, as a balancer without a
 * database behind it does, it asks again without a pause while its caller waits.
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
    'if (initial)\n      return reconnect()\n\n    !hadError && (query',
    // The next of several hosts is still tried.
    'if (initial && options.host.length > 1)\n      return reconnect()\n\n    !hadError && (initial || query',
  ],
  // Who waits for the connection is told of its loss; nobody waits for this.
  ['return fetchArrayTypes()', 'return fetchArrayTypes().catch(() => {})'],
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

import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { freePort } from './free-port.ts';
import { createDatabase, type TestDatabase } from './test-database.ts';
import { testFolder } from './test-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the server on which test files create databases, or an empty string if there is no server. */
    postgresUrl: string;
    /** The name of a migrated database without rows, which is used as a template. */
    postgresTemplate: string;
  }
}

const SYSTEM_DIR = '/usr/lib/postgresql';
const IS_ROOT = process.getuid?.() === 0;

/**
 * Vitest's global setup: uses TEST_DATABASE_URL, or starts a server in a temporary folder. If PostgreSQL is not found,
 * prints a warning, and throws an error in CI.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgresUrl', server?.url ?? '');
  if (!server) console.warn('\nPostgreSQL was not found: the PostgreSQL half of the integration tests is SKIPPED.\n');
  if (!server && process.env.CI) throw new Error('CI needs PostgreSQL for the integration tests');
  const template = server && (await migratedTemplate(server.url));
  project.provide('postgresTemplate', template?.name ?? '');
  return async () => {
    await template?.drop();
    await server?.stop();
  };
}

/** Creates a migrated database. Copying it takes a quarter of the time of the migrations. */
async function migratedTemplate(serverUrl: string): Promise<TestDatabase> {
  const template = await createDatabase(serverUrl);
  const db = await openDatabase({ databaseUrl: template.url, dataDir: '' });
  await migrate(db);
  await db.close();
  return template;
}

export interface TestServer {
  url: string;
  /** The process ID, or undefined if the server was not started here. */
  pid?: number | undefined;
  /** Crashes the server, and returns a function that restarts it. Undefined if the server was not started here. */
  crash?(): Promise<() => void>;
  stop(): Promise<void>;
}

/** Uses TEST_DATABASE_URL or starts a server. Returns undefined if PostgreSQL is missing and can't be installed. */
export async function startPostgres(): Promise<TestServer | undefined> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { url, stop: async () => {} };
  const bin = findBinaries() ?? installBinaries();
  return bin ? startServer(bin) : undefined;
}

/** Returns a folder with initdb and postgres, preferably Debian's newest version, or undefined if there is none. */
export function findBinaries(): string | undefined {
  const versions = existsSync(SYSTEM_DIR) ? readdirSync(SYSTEM_DIR).sort((a, b) => Number(b) - Number(a)) : [];
  const pathFolders = (process.env.PATH ?? '').split(':');
  const folders = [
    ...versions.map((version) => join(SYSTEM_DIR, version, 'bin')),
    ...pathFolders,
    '/opt/homebrew/bin',
    '/usr/local/bin',
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

function installBinaries(): string | undefined {
  if (!IS_ROOT || !existsSync('/usr/bin/apt-get')) return undefined;
  try {
    console.info('Installing PostgreSQL for the tests (apt-get install postgresql)…');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
    execFileSync('apt-get', ['install', '-y', '-qq', 'postgresql'], { stdio: 'ignore', env });
  } catch {
    return undefined;
  }
  return findBinaries();
}

async function startServer(bin: string): Promise<TestServer> {
  const dir = mkdtempSync(join(testFolder(), 'taana-postgres-'));
  const user = unprivilegedUser();
  if (user) chownSync(dir, user.uid, user.gid);
  const options: SpawnOptions = { stdio: 'ignore', cwd: dir, ...user };
  const data = join(dir, 'data');
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'],
    options,
  );
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: dir,
    fsync: 'off',
    full_page_writes: 'off',
    max_connections: '400',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const start = () => spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags], options);
  let server = start();
  const kill = () => void server.kill('SIGQUIT');
  process.once('exit', kill);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await waitUntilReady(url);
  async function end(signal: NodeJS.Signals): Promise<void> {
    const exit = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await exit;
  }
  return {
    url,
    pid: server.pid,
    async crash() {
      await end('SIGQUIT');
      return () => {
        server = start();
      };
    },
    async stop() {
      process.off('exit', kill);
      await end('SIGINT');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/**
 * Returns the user to run PostgreSQL as if this process is root, because PostgreSQL can't run as root. Undefined if the
 * process is not root. Throws an error if there is no such user.
 */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (!IS_ROOT) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = ['-u', '-g'].map((flag) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] })),
      );
      if (uid && gid) return { uid, gid };
    } catch {
      // There is no such user, so the next one is tried.
    }
  }
  throw new Error(`There is no unprivileged user to run PostgreSQL as (this is ${userInfo().username}).`);
}

export async function waitUntilReady(url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    } finally {
      await client.end();
    }
  }
}

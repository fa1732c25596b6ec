import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#support/free-port.ts';
import { findBinaries, unprivilegedUser, waitUntilReady } from '#support/postgres.ts';
import { runScript } from '#support/test-database.ts';
import { killWithTest } from './end-with-test.ts';

const FOLLOWER = 'follower';
const ACCESS = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'];

interface Host {
  dir: string;
  port: number;
  server?: ChildProcess;
}

/** Two PostgreSQL servers: a leader and a follower, which is synchronous until `setSynchronousStandby` changes this. */
export class PostgresPair {
  readonly #bin = findBinaries() ?? '';
  readonly #user = unprivilegedUser();
  readonly #dir = mkdtempSync(join(tmpdir(), 'taana-pair-'));
  #leader: Host;
  #follower: Host;
  readonly url: string;

  private constructor(ports: [number, number]) {
    chmodSync(this.#dir, 0o755);
    [this.#leader, this.#follower] = ports.map((port) => ({ port, dir: join(this.#dir, String(port)) })) as [
      Host,
      Host,
    ];
    for (const { dir } of [this.#leader, this.#follower]) this.#makeFolder(dir);
    this.url = `postgres://postgres@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/postgres`;
  }

  static async start(): Promise<PostgresPair> {
    const pair = new PostgresPair([await freePort(), await freePort()]);
    pair.#run('initdb', ['-D', pair.#leader.dir, ...ACCESS]);
    await pair.#startServer(pair.#leader);
    await pair.rebuildFollower();
    return pair;
  }

  get leaderUrl(): string {
    return `postgres://postgres@127.0.0.1:${this.#leader.port}/postgres`;
  }

  /** The process IDs of the leader and the follower. */
  get pids(): [number, number] {
    return [this.#leader.server?.pid ?? 0, this.#follower.server?.pid ?? 0];
  }

  get followerUrl(): string {
    return `postgres://postgres@127.0.0.1:${this.#follower.port}/postgres`;
  }

  /** Rebuilds the follower as a copy of the leader. Afterwards, every commit waits for the follower. */
  async rebuildFollower(): Promise<void> {
    const { dir } = this.#follower;
    rmSync(dir, { recursive: true, force: true });
    this.#makeFolder(dir);
    const source = `host=127.0.0.1 port=${this.#leader.port} user=postgres application_name=${FOLLOWER}`;
    this.#run('pg_basebackup', ['-D', dir, '-R', '-c', 'fast', '--no-sync', '-d', source]);
    await this.#startServer(this.#follower);
    await this.setSynchronousStandby(FOLLOWER);
  }

  /** Makes the leader's commits wait for a standby: forever if `name` is unknown, and not at all if it is empty. */
  async setSynchronousStandby(name: string): Promise<void> {
    await runScript(this.leaderUrl, `alter system set synchronous_standby_names = '${name}'`);
    await runScript(this.leaderUrl, 'select pg_reload_conf(), pg_sleep(0.2)');
  }

  /** Promotes the follower. The old leader keeps running unless it has been killed. */
  async promote(): Promise<void> {
    [this.#leader, this.#follower] = [this.#follower, this.#leader];
    this.#run('pg_ctl', ['promote', '-w', '-D', this.#leader.dir]);
    await this.setSynchronousStandby('');
  }

  async killLeader(): Promise<void> {
    await end(this.#leader);
  }

  async stopFollower(): Promise<void> {
    await end(this.#follower);
  }

  /** Restarts the follower with its old data. */
  async startFollower(): Promise<void> {
    await this.#startServer(this.#follower);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#leader, this.#follower].map(end));
    rmSync(this.#dir, { recursive: true, force: true });
  }

  async #startServer(host: Host): Promise<void> {
    const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const args = ['-D', host.dir, '-p', String(host.port), ...flags];
    host.server = spawn(join(this.#bin, 'postgres'), args, { stdio: 'ignore', cwd: this.#dir, ...this.#user });
    killWithTest(host.server, 'SIGQUIT');
    await waitUntilReady(`postgres://postgres@127.0.0.1:${host.port}/postgres`);
  }

  #makeFolder(dir: string): void {
    mkdirSync(dir, { mode: 0o700 });
    if (this.#user) chownSync(dir, this.#user.uid, this.#user.gid);
  }

  #run(program: string, args: string[]): void {
    execFileSync(join(this.#bin, program), args, { stdio: 'ignore', cwd: this.#dir, ...this.#user });
  }
}

async function end({ server }: Host): Promise<void> {
  if (!server || server.exitCode !== null) return;
  const exit = once(server, 'exit');
  server.kill('SIGQUIT');
  await exit;
}

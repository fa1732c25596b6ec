import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Machine, network } from '#support/patroni/machines.ts';
import { root } from '#support/project-root.ts';
import { runScript } from '#support/test-database.ts';

const READY_WITHIN_MS = 120_000;
const CONFIG = join(root, 'deploy/patroni/config.yml');

interface Member {
  name: string;
  role: 'leader' | 'replica' | 'sync_standby';
  state: string;
}

/** Two machines with a database and a third that votes, from the files that an owner uses. */
export class Cluster {
  readonly #dir = mkdtempSync(join(tmpdir(), 'taana-patroni-'));
  readonly #network = network();
  readonly #secrets = { OUR_SUPERUSER_SECRET: secret(), OUR_REPLICATION_SECRET: secret(), OUR_SHOP_SECRET: secret() };
  readonly databases: [Machine, Machine];
  readonly witness: Machine;

  constructor() {
    chmodSync(this.#dir, 0o755);
    const [db1, db2, witness] = ['db1', 'db2', 'witness'].map(
      (name, n) => new Machine(name, this.#network.address(n + 1), this.#dir),
    ) as [Machine, Machine, Machine];
    this.databases = [db1, db2];
    this.witness = witness;
  }

  get url(): string {
    const hosts = this.databases.map(({ address }) => `${address}:5432`).join(',');
    return `postgres://shop:${this.#secrets.OUR_SHOP_SECRET}@${hosts}/shop?target_session_attrs=read-write`;
  }

  async start(isSynchronous: boolean): Promise<void> {
    for (const machine of [...this.databases, this.witness]) {
      machine.own('var/lib/etcd', 'etcd');
      machine.start('etcd', [], 'etcd', this.#environment('etcd', machine));
    }
    await this.#untilEtcdAgrees();
    for (const machine of this.databases) {
      for (const folder of ['var/lib/postgresql', 'run/postgresql']) machine.own(folder, 'postgres');
      this.startDatabase(machine);
    }
    const leader = await this.untilBothServe('replica');
    await this.#change(leader, { synchronous_mode: isSynchronous });
    await this.untilBothServe(isSynchronous ? 'sync_standby' : 'replica');
    const sql = this.#filled(readFileSync(join(root, 'deploy/patroni/shop.sql'), 'utf8'), leader);
    const asSuperuser = `postgres://postgres:${this.#secrets.OUR_SUPERUSER_SECRET}@${leader.address}:5432/postgres`;
    for (const statement of sql.split(';\n').filter((line) => line.trim())) await runScript(asSuperuser, statement);
  }

  startDatabase(machine: Machine): void {
    machine.start('patroni', [CONFIG], 'postgres', this.#environment('patroni_env.conf', machine));
  }

  /** As a power cut does it: Patroni and PostgreSQL at one moment, without a word to anybody. */
  killDatabase(machine: Machine): void {
    for (const { pid, program } of machine.processes()) if (!program.startsWith('etcd')) kill(pid, 'SIGKILL');
  }

  /** Only Patroni: PostgreSQL goes on beside it. */
  signalPatroni(machine: Machine, signal: NodeJS.Signals): void {
    for (const { pid, program } of machine.processes()) if (program.includes('patroni')) kill(pid, signal);
  }

  async leads(machine: Machine): Promise<boolean> {
    return (await ask(machine, '/primary'))?.ok ?? false;
  }

  async leader(): Promise<Machine> {
    for (const machine of this.databases) if (await this.leads(machine)) return machine;
    throw new Error('there is no leader');
  }

  other(machine: Machine): Machine {
    return this.databases[0] === machine ? this.databases[1] : this.databases[0];
  }

  /** Until one leads and the other follows as it should; gives the leader, whose word counts. */
  async untilBothServe(role: Member['role'] = 'sync_standby'): Promise<Machine> {
    for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await wait(500)) {
      const leader = await this.leader().catch(() => undefined);
      const answer = leader && (await ask(leader, '/cluster'));
      const members: Member[] = (await answer?.json())?.members ?? [];
      if (leader && members.some((one) => one.role === role && /running|streaming/.test(one.state))) return leader;
    }
    throw new Error(`the two databases did not come together; what they said is in ${this.#dir}`);
  }

  remove(): void {
    for (const machine of [...this.databases, this.witness]) machine.remove();
    this.#network.remove();
    if (!process.env.KEEP_LOGS) rmSync(this.#dir, { recursive: true, force: true });
  }

  /** Before they know each other's versions, Patroni ends with an error, and systemd would start it again. */
  async #untilEtcdAgrees(): Promise<void> {
    for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await wait(200)) {
      const answer = await fetch(`http://${this.witness.address}:2379/version`).catch(() => undefined);
      if (/"etcdcluster":"\d/.test((await answer?.text()) ?? '')) return;
    }
    throw new Error(`etcd did not start; what it said is in ${this.#dir}`);
  }

  async #change(leader: Machine, change: Record<string, unknown>): Promise<void> {
    const url = `http://${leader.address}:8008/config`;
    await fetch(url, { method: 'PATCH', body: JSON.stringify(change) });
  }

  /** As systemd reads it. */
  #environment(file: string, machine: Machine): Record<string, string> {
    const text = this.#filled(readFileSync(join(root, 'deploy/patroni', file), 'utf8'), machine);
    return Object.fromEntries([...text.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
  }

  #filled(text: string, machine: Machine): string {
    const { name: MY_NAME, address: MY_ADDRESS } = machine;
    const words = { MY_NAME, MY_ADDRESS, OTHER_ADDRESS: this.other(machine).address, ...this.#secrets };
    const own = text.replaceAll(/\b10\.0\.0\.(\d)\b/g, (_, n) => this.#network.address(Number(n)));
    return Object.entries(words).reduce((filled, [word, value]) => filled.replaceAll(word, value), own);
  }
}

function ask(machine: Machine, path: string): Promise<Response | undefined> {
  return fetch(`http://${machine.address}:8008${path}`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended with its parent.
  }
}

function secret(): string {
  return randomBytes(12).toString('hex');
}

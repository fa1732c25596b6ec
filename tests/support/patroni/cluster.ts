import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createNetwork, Machine } from '#support/patroni/machines.ts';
import { createSecret, createShopDatabase, environmentOf, setUp } from '#support/patroni/set-up.ts';

const READY_WITHIN_MS = 120_000;

interface Member {
  name: string;
  role: 'leader' | 'replica' | 'sync_standby';
  timeline: number;
  lag: number | 'unknown';
}

/** Two machines with a database and a third machine as a witness, configured with the files that an owner uses. */
export class Cluster {
  readonly #dir = mkdtempSync(join(tmpdir(), 'taana-patroni-'));
  readonly #network = createNetwork();
  readonly #superuserSecret = createSecret();
  readonly #shopSecret = createSecret();
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
    return `postgres://shop:${this.#shopSecret}@${hosts}/shop?target_session_attrs=read-write`;
  }

  async start(isSynchronous: boolean): Promise<void> {
    setUp({ databases: this.databases, witness: this.witness, superuserSecret: this.#superuserSecret, dir: this.#dir });
    for (const machine of [...this.databases, this.witness]) {
      machine.chown('var/lib/etcd', 'etcd');
      machine.start('etcd', [], 'etcd', environmentOf(machine, '/etc/default/etcd'));
    }
    await this.#waitForEtcd();
    for (const machine of this.databases) {
      for (const folder of ['var/lib/postgresql', 'run/postgresql']) machine.chown(folder, 'postgres');
      this.startDatabase(machine);
    }
    const leader = await this.waitUntilBothServe('replica');
    await this.#patchConfig(leader, { synchronous_mode: isSynchronous });
    await this.waitUntilBothServe(isSynchronous ? 'sync_standby' : 'replica');
    createShopDatabase(leader, this.#superuserSecret, this.#shopSecret);
  }

  startDatabase(machine: Machine): void {
    machine.start(machine.path('/etc/patroni/start.py'), [machine.path('/etc/patroni/config.yml')], 'postgres');
  }

  /** Kills Patroni and PostgreSQL, as a power cut would, but not etcd. */
  killDatabase(machine: Machine): void {
    for (const { pid, command } of machine.processes()) if (!command.startsWith('etcd')) kill(pid, 'SIGKILL');
  }

  /** Sends a signal to Patroni, but not to PostgreSQL. */
  signalPatroni(machine: Machine, signal: NodeJS.Signals): void {
    for (const { pid, command } of machine.processes()) if (command.includes('patroni')) kill(pid, signal);
  }

  /**
   * Sends a signal to the PostgreSQL processes for local connections. These connections are Patroni's, because the shop
   * connects through the network. If such a process is stopped, Patroni waits for it indefinitely.
   */
  signalConnectionsOfPatroni(machine: Machine, signal: NodeJS.Signals): void {
    for (const { pid, command } of machine.processes()) if (/^postgres: .*\[local\]/.test(command)) kill(pid, signal);
  }

  async isLeader(machine: Machine): Promise<boolean> {
    return (await query(machine, '/primary'))?.ok ?? false;
  }

  async leader(): Promise<Machine> {
    for (const machine of this.databases) if (await this.isLeader(machine)) return machine;
    throw new Error('There is no leader.');
  }

  async waitUntilLeader(machine: Machine): Promise<void> {
    for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await wait(300)) {
      if (await this.isLeader(machine)) return;
    }
    throw new Error(`${machine.name} did not take over; its logs are in ${this.#dir}`);
  }

  /** Requests a switchover as `patronictl switchover` does. */
  async switchOver(leader: Machine): Promise<void> {
    const body = JSON.stringify({ leader: leader.name, candidate: this.other(leader).name });
    const response = await fetch(`http://${leader.address}:8008/switchover`, { method: 'POST', body });
    if (!response.ok) throw new Error(`The switchover failed: ${await response.text()}`);
  }

  other(machine: Machine): Machine {
    return this.databases[0] === machine ? this.databases[1] : this.databases[0];
  }

  /** Waits until one machine is the leader and the other follows it in this role. Returns the leader. */
  async waitUntilBothServe(role: Member['role'] = 'sync_standby'): Promise<Machine> {
    for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await wait(500)) {
      const leader = await this.leader().catch(() => undefined);
      const response = leader && (await query(leader, '/cluster'));
      const members: Member[] = (await response?.json())?.members ?? [];
      const leaderMember = members.find((member) => member.role === 'leader');
      const followingMember = members.find(
        (member) => member.role === role && member.timeline === leaderMember?.timeline,
      );
      if (leader && followingMember && followingMember.lag !== 'unknown') return leader;
    }
    throw new Error(`The two databases are not both ready; their logs are in ${this.#dir}`);
  }

  remove(): void {
    for (const machine of [...this.databases, this.witness]) machine.remove();
    this.#network.remove();
    if (!process.env.KEEP_LOGS) rmSync(this.#dir, { recursive: true, force: true });
  }

  /** Waits until etcd has agreed on a version: before that, Patroni would exit with an error. */
  async #waitForEtcd(): Promise<void> {
    for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await wait(200)) {
      const response = await fetch(`http://${this.witness.address}:2379/version`).catch(() => undefined);
      if (/"etcdcluster":"\d/.test((await response?.text()) ?? '')) return;
    }
    throw new Error(`etcd did not start; its logs are in ${this.#dir}`);
  }

  async #patchConfig(leader: Machine, config: Record<string, unknown>): Promise<void> {
    const url = `http://${leader.address}:8008/config`;
    await fetch(url, { method: 'PATCH', body: JSON.stringify(config) });
  }
}

function query(machine: Machine, path: string): Promise<Response | undefined> {
  return fetch(`http://${machine.address}:8008${path}`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process ended with its parent.
  }
}

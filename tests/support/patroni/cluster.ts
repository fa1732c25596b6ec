import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Machine, network } from '#support/patroni/machines.ts';
import { root } from '#support/project-root.ts';

const READY_WITHIN_MS = 120_000;
const DEPLOY = join(root, 'deploy/patroni');

interface Member {
  name: string;
  role: 'leader' | 'replica' | 'sync_standby';
  state: string;
}

/** Two machines with a database and a third that votes, from the files that an owner uses. */
export class Cluster {
  readonly #dir = mkdtempSync(join(tmpdir(), 'taana-patroni-'));
  readonly #network = network();
  readonly #superuserSecret = secret();
  readonly #shopSecret = secret();
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
    this.#setUp();
    for (const machine of [...this.databases, this.witness]) {
      machine.own('var/lib/etcd', 'etcd');
      machine.start('etcd', [], 'etcd', this.#environment('/etc/default/etcd', machine));
    }
    await this.#untilEtcdAgrees();
    for (const machine of this.databases) {
      for (const folder of ['var/lib/postgresql', 'run/postgresql']) machine.own(folder, 'postgres');
      this.startDatabase(machine);
    }
    const leader = await this.untilBothServe('replica');
    await this.#change(leader, { synchronous_mode: isSynchronous });
    await this.untilBothServe(isSynchronous ? 'sync_standby' : 'replica');
    this.#makeDatabase(leader);
  }

  startDatabase(machine: Machine): void {
    const env = this.#environment('/etc/patroni_env.conf', machine);
    machine.start('patroni', [machine.path('/etc/patroni/config.yml')], 'postgres', env);
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

  async untilLeads(machine: Machine): Promise<void> {
    for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await wait(300)) {
      if (await this.leads(machine)) return;
    }
    throw new Error(`${machine.name} did not take over; what it said is in ${this.#dir}`);
  }

  /** As `patronictl switchover` asks for it. */
  async switchOver(leader: Machine): Promise<void> {
    const body = JSON.stringify({ leader: leader.name, candidate: this.other(leader).name });
    const answer = await fetch(`http://${leader.address}:8008/switchover`, { method: 'POST', body });
    if (!answer.ok) throw new Error(`no switchover: ${await answer.text()}`);
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

  /** What a service reads, as systemd reads it. */
  #environment(file: string, machine: Machine): Record<string, string> {
    const lines = readFileSync(machine.path(file), 'utf8').matchAll(/^([A-Z0-9_]+)=(.*)$/gm);
    return Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
  }

  /** As `docs/operations.md` says. */
  #setUp(): void {
    const file = join(this.#dir, 'machines.env');
    const [db1, db2] = this.databases;
    const lines = {
      DB1_ADDRESS: db1.address,
      DB2_ADDRESS: db2.address,
      WITNESS_ADDRESS: this.witness.address,
      SUPERUSER_SECRET: this.#superuserSecret,
      REPLICATION_SECRET: secret(),
    };
    writeFileSync(
      file,
      Object.entries(lines).reduce((text, [name, value]) => `${text}${name}=${value}\n`, ''),
    );
    for (const machine of [...this.databases, this.witness]) {
      const env = { ...process.env, DESTDIR: machine.path('') };
      execFileSync('sh', [join(DEPLOY, 'set-up.sh'), machine.name, file], { env });
    }
  }

  #makeDatabase(leader: Machine): void {
    const args = ['-q', '-h', leader.address, '-U', 'postgres', '-v', `secret=${this.#shopSecret}`];
    const env = { ...process.env, PGPASSWORD: this.#superuserSecret };
    execFileSync('psql', [...args, '-f', join(DEPLOY, 'shop.sql')], { env });
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

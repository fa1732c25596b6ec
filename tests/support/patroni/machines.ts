import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';

const BRIDGE = 'taana-br';
const NETWORK = '10.87.65';
/** The folders in which Debian's programs store data. Each machine has separate folders. */
const DATA_FOLDERS = ['/var/lib/postgresql', '/var/lib/etcd', '/run/postgresql'];
const DROP_RULES = `
  table inet cut {
    set dropped { type ipv4_addr; }
    chain input {
      type filter hook input priority 0;
      ip saddr @dropped drop;
    }
  }`;

/** A shell script that mounts the machine's folders over the host's for this process only, and runs a program. */
const RUN_ON_MACHINE = `
  for folder in ${DATA_FOLDERS.join(' ')}; do mount --bind "$DISK$folder" "$folder"; done
  exec setpriv --reuid "$RUN_AS" --regid "$RUN_AS" --init-groups "$@"`;

/** Creates the network bridge between the machines, on which the host has the address `.254`. */
export function createNetwork(): { address(n: number): string; remove(): void } {
  const remove = () => attempt(() => ip(`link delete ${BRIDGE}`));
  remove();
  ip(`link add ${BRIDGE} type bridge`);
  ip(`addr add ${NETWORK}.254/24 dev ${BRIDGE}`);
  ip(`link set ${BRIDGE} up`);
  return { address: (n) => `${NETWORK}.${n}`, remove };
}

/** A network namespace connected to the bridge, with separate folders. */
export class Machine {
  readonly name: string;
  readonly address: string;
  readonly #namespace: string;
  readonly #disk: string;

  constructor(name: string, address: string, dir: string) {
    this.name = name;
    this.address = address;
    this.#namespace = `taana-${name}`;
    this.#disk = join(dir, name);
    for (const folder of DATA_FOLDERS) {
      mkdirSync(join(this.#disk, folder), { recursive: true });
      mkdirSync(folder, { recursive: true });
    }
    this.remove();
    ip(`netns add ${this.#namespace}`);
    ip(`link add ${this.#cable} type veth peer name eth0 netns ${this.#namespace}`);
    ip(`link set ${this.#cable} master ${BRIDGE} up`);
    ip(`-n ${this.#namespace} addr add ${address}/24 dev eth0`);
    for (const device of ['lo', 'eth0']) ip(`-n ${this.#namespace} link set ${device} up`);
    this.#nft(DROP_RULES);
  }

  get #cable(): string {
    return `taana-${this.name}`.slice(0, 15);
  }

  /** Returns the path on the host of a file on the machine's disk. */
  path(file: string): string {
    return join(this.#disk, file);
  }

  chown(folder: string, user: string): void {
    execFileSync('chown', ['-R', `${user}:`, join(this.#disk, folder)]);
  }

  /** Starts a program, whose output goes to a log on the machine's disk that is named after the program. */
  start(program: string, args: string[], user: string, env: Record<string, string> = {}): ChildProcess {
    const log = openSync(join(this.#disk, `${program.split('/').at(-1)}.log`), 'a');
    const child = spawn('ip', ['netns', 'exec', this.#namespace, 'sh', '-ec', RUN_ON_MACHINE, 'sh', program, ...args], {
      stdio: ['ignore', log, log],
      cwd: '/',
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env, DISK: this.#disk, RUN_AS: user },
    });
    closeSync(log);
    return child;
  }

  /** Returns the machine's processes, with their command lines. */
  processes(): { pid: number; command: string }[] {
    const pids = execFileSync('ip', ['netns', 'pids', this.#namespace], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .split('\n')
      .filter(Boolean);
    return pids.map((pid) => ({ pid: Number(pid), command: commandLineOf(pid) }));
  }

  /** Makes the machine drop all packets from these machines, and accept packets from all others again. */
  dropFrom(machines: Machine[]): void {
    const addresses = machines.map(({ address }) => address).join(', ');
    this.#nft(`flush set inet cut dropped${addresses && `\nadd element inet cut dropped { ${addresses} }`}`);
  }

  pullCable(): void {
    ip(`link set ${this.#cable} down`);
  }

  plugIn(): void {
    ip(`link set ${this.#cable} up`);
  }

  /** Removes the machine, or the parts of it that an interrupted run has left. */
  remove(): void {
    attempt(() => {
      for (const { pid } of this.processes()) process.kill(pid, 'SIGKILL');
    });
    attempt(() => ip(`link delete ${this.#cable}`));
    attempt(() => ip(`netns delete ${this.#namespace}`));
  }

  #nft(commands: string): void {
    const args = ['netns', 'exec', this.#namespace, 'nft', '-f', '-'];
    execFileSync('ip', args, { input: commands, stdio: ['pipe', 'ignore', 'inherit'] });
  }
}

/**
 * Drops packets in both directions between the machines of one group and those of the other. If `otherGroup` is empty,
 * the machines in `group` accept all packets again.
 */
export function cutBetween(group: Machine[], otherGroup: Machine[]): void {
  for (const machine of group) machine.dropFrom(otherGroup);
  for (const machine of otherGroup) machine.dropFrom(group);
}

function commandLineOf(pid: string): string {
  try {
    return execFileSync('cat', [`/proc/${pid}/cmdline`], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .replaceAll('\0', ' ')
      .trim();
  } catch {
    return '';
  }
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // The object to remove does not exist, or the process has ended.
  }
}

function ip(command: string): void {
  execFileSync('ip', command.split(' '), { stdio: ['ignore', 'ignore', 'pipe'] });
}

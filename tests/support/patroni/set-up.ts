import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from '#support/patroni/machines.ts';
import { root } from '#support/project-root.ts';

const DEPLOY = join(root, 'deploy/patroni');

interface SetUpInput {
  databases: [Machine, Machine];
  witness: Machine;
  superuserSecret: string;
  dir: string;
}

/** Sets up the machines as described in `docs/deployment.md`. */
export function setUp({ databases, witness, superuserSecret, dir }: SetUpInput): void {
  const file = join(dir, 'machines.env');
  const settings = {
    DB1_ADDRESS: databases[0].address,
    DB2_ADDRESS: databases[1].address,
    WITNESS_ADDRESS: witness.address,
    SUPERUSER_SECRET: superuserSecret,
    REPLICATION_SECRET: createSecret(),
  };
  writeFileSync(
    file,
    Object.entries(settings).reduce((text, [name, value]) => `${text}${name}=${value}\n`, ''),
  );
  for (const machine of [...databases, witness]) {
    const env = { ...process.env, DESTDIR: machine.path('') };
    execFileSync('sh', [join(DEPLOY, 'set-up.sh'), machine.name, file], { env });
  }
}

/** Reads the environment of a service on the machine as systemd does. */
export function environmentOf(machine: Machine, file: string): Record<string, string> {
  const lines = readFileSync(machine.path(file), 'utf8').matchAll(/^([A-Z0-9_]+)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
}

export function createShopDatabase(leader: Machine, superuserSecret: string, shopSecret: string): void {
  const args = ['-q', '-h', leader.address, '-U', 'postgres', '-v', `secret=${shopSecret}`];
  const env = { ...process.env, PGPASSWORD: superuserSecret };
  execFileSync('psql', [...args, '-f', join(DEPLOY, 'shop.sql')], { env });
}

export function createSecret(): string {
  return randomBytes(12).toString('hex');
}

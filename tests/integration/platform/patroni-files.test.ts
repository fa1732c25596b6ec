import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '#support/project-root.ts';
import { temporaryDir } from '#support/shop-process.ts';

const SET_UP_SCRIPT = join(root, 'deploy/patroni/set-up.sh');
const MACHINES_TEMPLATE = readFileSync(join(root, 'deploy/patroni/machines.env'), 'utf8');
const ADDRESSES = { db1: '10.0.0.1', db2: '10.0.0.2', witness: '10.0.0.3' };
const DATABASE_FILES = [
  'etc/default/etcd',
  'etc/patroni/config.yml',
  'etc/patroni/start.py',
  'etc/systemd/system/etcd.service.d/restart.conf',
  'etc/systemd/system/patroni.service.d/restart.conf',
  'etc/systemd/system/patroni.service.d/start.conf',
  'etc/systemd/system/patroni.service.d/watchdog.conf',
];

/** Runs the set-up script for a machine, and returns the folder with the machine’s files. */
function setUp(name: string): string {
  const { dir, remove } = temporaryDir('patroni-files');
  onTestFinished(remove);
  const machines = join(dir, 'machines.env');
  writeFileSync(machines, MACHINES_TEMPLATE.replaceAll(/(\w+_SECRET)=$/gm, '$1=secret1'));
  execFileSync('sh', [SET_UP_SCRIPT, name, machines], { env: { ...process.env, DESTDIR: join(dir, 'root/') } });
  return join(dir, 'root');
}

test.each(['db1', 'db2', 'witness'] as const)('the files of %s are complete and without placeholders', (name) => {
  const dir = setUp(name);
  const files = globSync('**/*.*', { cwd: dir, exclude: [] }).concat('etc/default/etcd').sort();
  const isFile = (file: string) => statSync(join(dir, file)).isFile();
  const writtenFiles = [...new Set(files.filter(isFile))];
  expect(writtenFiles).toEqual(
    name === 'witness' ? DATABASE_FILES.filter((file) => /etcd/.test(file)) : DATABASE_FILES,
  );
  for (const file of writtenFiles) expect(readFileSync(join(dir, file), 'utf8'), file).not.toMatch(/@\w+@/);
  expect(readFileSync(join(dir, 'etc/default/etcd'), 'utf8')).toContain(`ETCD_NAME=${name}\n`);
});

test.each(['db1', 'db2'] as const)(
  'Patroni on %s queries etcd only on the other two machines; its configuration file is private',
  (name) => {
    const file = join(setUp(name), 'etc/patroni/config.yml');
    const hosts = /^ {2}hosts: (.*)$/m.exec(readFileSync(file, 'utf8'))?.[1]?.split(',');
    const otherMachines = Object.entries(ADDRESSES).filter(([other]) => other !== name);
    expect(hosts?.sort()).toEqual(otherMachines.map(([, address]) => `${address}:2379`));
    expect(statSync(file).mode & 0o777, 'the file contains passwords').toBe(0o640);
  },
);

test('commits are synchronous, and the leader’s lock lasts at least as long as the attempts to renew it', () => {
  const config = readFileSync(join(setUp('db1'), 'etc/patroni/config.yml'), 'utf8');
  const readValue = (name: string) => new RegExp(`^ +${name}: (\\S+)$`, 'm').exec(config)?.[1];
  expect(readValue('synchronous_mode')).toBe('true');
  expect(Number(readValue('loop_wait')) + 2 * Number(readValue('retry_timeout'))).toBeLessThanOrEqual(
    Number(readValue('ttl')),
  );
});

test('the set-up script writes nothing without secrets or for an unknown machine', () => {
  const { dir, remove } = temporaryDir('patroni-files');
  onTestFinished(remove);
  const machines = join(dir, 'machines.env');
  const env = { ...process.env, DESTDIR: join(dir, 'root/') };
  const run = (name: string) => spawnSync('sh', [SET_UP_SCRIPT, name, machines], { env, encoding: 'utf8' }).stderr;
  writeFileSync(machines, MACHINES_TEMPLATE);
  expect(run('db1')).toContain('set the secrets in');
  writeFileSync(machines, MACHINES_TEMPLATE.replaceAll(/_SECRET=$/gm, '_SECRET=secret1'));
  expect(run('db3')).toContain('the first argument must be');
  expect(globSync('root/**', { cwd: dir })).toEqual([]);
});

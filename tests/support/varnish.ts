import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endWithTest } from './end-with-test.ts';
import { findProgram, installPackages } from './find-program.ts';
import { freePort } from './free-port.ts';
import { root } from './project-root.ts';
import { collectOutput, replaceEach, waitUntilOpen } from './shipped-proxies.ts';
import { temporaryDir } from './shop-process.ts';

export interface VarnishServer {
  origin: string;
  port: number;
  pid: number;
  stop(): Promise<void>;
}

export const PURGE_TOKEN = 'a-token-that-is-only-for-tests';

/**
 * Returns the path of a Varnish with the module `xkey`, which purges pages by tag, or undefined if there is none. With
 * `install`, first installs it if it is missing.
 */
export function findVarnish(install = false): string | undefined {
  const packages = ['varnish', 'varnish-modules'];
  const program = findProgram('varnishd', install, packages);
  if (!program || hasPurgeByTag(program)) return program;
  if (install) installPackages(packages);
  return hasPurgeByTag(program) ? program : undefined;
}

function hasPurgeByTag(program: string): boolean {
  const { dir, remove } = temporaryDir('varnish-modules');
  chmodSync(dir, 0o777);
  const file = join(dir, 'probe.vcl');
  writeFileSync(file, 'vcl 4.1;\nimport xkey;\nbackend none none;\n');
  const { status } = spawnSync(program, ['-n', join(dir, 'work'), '-C', '-f', file], { stdio: 'ignore' });
  remove();
  return status === 0;
}

/** Starts Varnish with the configuration that owners copy, in which only ports, paths and the token are changed. */
export async function startVarnish(shopPorts: number[]): Promise<VarnishServer> {
  const program = findVarnish();
  if (!program) throw new Error('varnishd was not found');
  const { dir, remove } = temporaryDir('varnish');
  // Varnish drops root privileges, and accesses this folder as another user.
  chmodSync(dir, 0o777);
  const port = await freePort();
  const readShippedFile = (file: string) => readFileSync(join(root, 'deploy/varnish', file), 'utf8');
  const ports = shopPorts.map((port, index): [string, string] => [`.port = "${4321 + index}"`, `.port = "${port}"`]);
  writeFileSync(
    join(dir, 'taana.vcl'),
    replaceEach(readShippedFile('taana.vcl'), [...ports, ['PURGE-TOKEN', PURGE_TOKEN]]),
  );
  const unit = replaceEach(readShippedFile('varnish.service.d/taana.conf'), [
    ['-a 127.0.0.1:6081', `-a 127.0.0.1:${port}`],
    ['/etc/varnish/taana.vcl', `${dir}/taana.vcl`],
    ['-j unix,user=vcache', '-j none'],
  ]);
  const args = /^ExecStart=\S+ (.+)$/m.exec(unit)?.[1]?.split(' ') ?? [];
  const child = spawn(program, ['-n', `${dir}/work`, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = collectOutput(child);
  const stop = endWithTest(child, remove);
  await waitUntilOpen(port, child, output);
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    stop,
  };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endWithTest } from './end-with-test.ts';
import { findProgram } from './find-program.ts';
import { freePort } from './free-port.ts';
import { temporaryDir } from './shop-process.ts';

export type BalancerName = 'nginx' | 'haproxy';

export interface Balancer {
  origin: string;
  /** Returns nginx's error log, for failure messages, or an empty string for HAProxy. */
  readErrorLog(): string;
  stop(): Promise<void>;
}

/** A server's options, as in deploy/nginx/taana.conf. By default, nginx retries a failed server after ten seconds. */
const NGINX_SERVER = 'max_fails=1 fail_timeout=2s';

/** Starts a load balancer for the servers on these ports. It ends with the test file, if not before. */
export async function startBalancer(name: BalancerName, ports: number[]): Promise<Balancer> {
  const program = findProgram(name);
  if (!program) throw new Error(`${name} was not found`);
  const { dir, remove } = temporaryDir(name);
  const port = await freePort();
  const file = join(dir, 'balancer.conf');
  writeFileSync(file, name === 'nginx' ? nginxConfig(dir, port, ports) : haproxyConfig(port, ports));
  const args = name === 'nginx' ? ['-p', dir, '-e', join(dir, 'error.log'), '-c', file] : ['-db', '-f', file];
  mkdirSync(join(dir, 'temp'), { mode: 0o777 });
  const child = spawn(program, args, { stdio: 'ignore' });
  const stop = endWithTest(child, remove);
  const origin = `http://127.0.0.1:${port}`;
  await waitUntilOpen(origin, child);
  const log = join(dir, 'error.log');
  return {
    origin,
    readErrorLog: () => (existsSync(log) ? readFileSync(log, 'utf8') : ''),
    stop,
  };
}

function nginxConfig(dir: string, port: number, ports: number[]): string {
  const tempFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
    daemon off; pid ${dir}/pid; worker_processes 2; error_log ${dir}/error.log;
    events { worker_connections 1024; }
    http {
      access_log off;
      ${tempFolders.map((folder) => `${folder}_temp_path ${dir}/temp/${folder};`).join(' ')}
      upstream shop { ${ports.map((serverPort) => `server 127.0.0.1:${serverPort} ${NGINX_SERVER};`).join(' ')} keepalive 32; }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://shop; proxy_http_version 1.1;
          proxy_set_header Connection ""; proxy_set_header Host $http_host;
        }
      }
    }`;
}

function haproxyConfig(port: number, ports: number[]): string {
  const lines = [
    'defaults',
    'mode http',
    'timeout connect 5s',
    'timeout client 30s',
    'timeout server 30s',
    'frontend main',
    `bind 127.0.0.1:${port}`,
    'default_backend shop',
    'backend shop',
    'balance roundrobin',
    'option httpchk',
    'http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost',
    ...ports.map((serverPort) => `server s${serverPort} 127.0.0.1:${serverPort} check`),
  ];
  return `${lines.join('\n')}\n`;
}

async function waitUntilOpen(origin: string, child: ChildProcess): Promise<void> {
  for (;;) {
    const response = await fetch(origin).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return;
    if (child.exitCode !== null) throw new Error('the load balancer exited while starting');
    await wait(50);
  }
}

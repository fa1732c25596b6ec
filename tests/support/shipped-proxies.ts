import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endWithTest } from './end-with-test.ts';
import { findProgram } from './find-program.ts';
import { freePort } from './free-port.ts';
import { root } from './project-root.ts';
import { temporaryDir } from './shop-process.ts';

export type ProxyName = 'nginx' | 'caddy' | 'haproxy';

export interface ShippedProxy {
  /** The port on which the proxy terminates TLS. */
  port: number;
  output(): string;
  stop(): Promise<void>;
}

interface ProxySettings {
  dir: string;
  httpPort: number;
  httpsPort: number;
  shopPorts: number[];
}

const FILES = { nginx: 'nginx/taana.conf', caddy: 'caddy/Caddyfile', haproxy: 'haproxy/haproxy.cfg' } as const;

/** Starts a proxy with the configuration that owners copy. Only ports, paths and certificates are changed. */
export async function startShippedProxy(name: ProxyName, shopPorts: number[]): Promise<ShippedProxy> {
  const program = findProgram(name);
  if (!program) throw new Error(`${name} was not found`);
  const { dir, remove } = temporaryDir(name);
  const settings = { dir, httpPort: await freePort(), httpsPort: await freePort(), shopPorts };
  makeCertificate(dir);
  const shippedConfig = readFileSync(join(root, 'deploy', FILES[name]), 'utf8');
  const args = PREPARE[name](settings, shippedConfig);
  const env = { ...process.env, HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir };
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const output = collectOutput(child);
  const stop = endWithTest(child, remove);
  await waitUntilOpen(settings.httpsPort, child, output);
  return {
    port: settings.httpsPort,
    output,
    stop,
  };
}

/** Each function writes the proxy's configuration files, and returns the arguments for the proxy. */
const PREPARE: Record<ProxyName, (settings: ProxySettings, shippedConfig: string) => string[]> = {
  nginx(settings, shippedConfig) {
    const { dir } = settings;
    const site = replaceEach(withShopPorts(shippedConfig, settings), [
      ['listen 80;', `listen 127.0.0.1:${settings.httpPort};`],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${settings.httpsPort} ssl http2;`],
      ['/etc/letsencrypt/live/shop.example/fullchain.pem', `${dir}/cert.pem`],
      ['/etc/letsencrypt/live/shop.example/privkey.pem', `${dir}/key.pem`],
    ]);
    writeFileSync(join(dir, 'taana.conf'), site);
    mkdirSync(join(dir, 'temp'), { mode: 0o777 });
    const tempFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const main = `daemon off; pid ${dir}/pid; worker_processes 2; error_log stderr;
      events { worker_connections 1024; }
      http { access_log off; ${tempFolders.map((folder) => `${folder}_temp_path ${dir}/temp/${folder};`).join(' ')}
        include ${dir}/taana.conf; }`;
    writeFileSync(join(dir, 'nginx.conf'), main);
    return ['-p', dir, '-e', 'stderr', '-c', join(dir, 'nginx.conf')];
  },
  caddy(settings, shippedConfig) {
    const { dir, httpPort, httpsPort } = settings;
    // `local_certs`, because no certificate authority would issue a certificate for this machine.
    const global = `{\n admin off\n http_port ${httpPort}\n https_port ${httpsPort}\n local_certs\n skip_install_trust\n}\n`;
    writeFileSync(join(dir, 'Caddyfile'), global + withShopPorts(shippedConfig, settings));
    return ['run', '--config', join(dir, 'Caddyfile'), '--adapter', 'caddyfile'];
  },
  haproxy(settings, shippedConfig) {
    const { dir, httpPort, httpsPort } = settings;
    const config = replaceEach(withShopPorts(shippedConfig, settings), [
      ['bind :80', `bind 127.0.0.1:${httpPort}`],
      ['bind :443', `bind 127.0.0.1:${httpsPort}`],
      ['/etc/haproxy/shop.example.pem', `${dir}/both.pem`],
    ]);
    writeFileSync(join(dir, 'haproxy.cfg'), config);
    return ['-db', '-f', join(dir, 'haproxy.cfg')];
  },
};

function withShopPorts(shippedConfig: string, { shopPorts }: ProxySettings): string {
  return replaceEach(
    shippedConfig,
    shopPorts.map((port, index) => [`127.0.0.1:${4321 + index}`, `127.0.0.1:${port}`]),
  );
}

/** Replaces all occurrences of each `from`. Throws an error if the text does not contain a `from`. */
export function replaceEach(text: string, pairs: [from: string, to: string][]): string {
  for (const [from] of pairs) if (!text.includes(from)) throw new Error(`the shipped file has no ${from}`);
  return pairs.reduce((result, [from, to]) => result.replaceAll(from, to), text);
}

function makeCertificate(dir: string): void {
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const name = ['-subj', '/CN=shop.example', '-addext', 'subjectAltName=DNS:shop.example'];
  execFileSync('openssl', ['req', ...kind, ...name, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  writeFileSync(join(dir, 'both.pem'), readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'));
}

export function collectOutput(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return () => output;
}

export async function waitUntilOpen(port: number, child: ChildProcess, output: () => string): Promise<void> {
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`The program exited while starting:\n${output()}`);
    await wait(30);
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

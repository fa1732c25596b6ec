import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { findProgram } from '#support/find-program.ts';
import { root } from '#support/project-root.ts';
import { temporaryDir } from '#support/shop-process.ts';

const PINNED_IMAGE = /^[\w./-]+:\d+\.\d+[\w.-]*$/;
/** The maximum time to stop: 28 seconds for a group of workers, and 25 seconds for a single process. */
const MAX_STOP_S = 28;

const readText = (path: string) => readFileSync(join(root, path), 'utf8');
const project = JSON.parse(readText('package.json')) as {
  scripts: { start: string; shop: string };
  dependencies: { node: string };
};
const [environment = '', command = ''] = project.scripts.start.split(' exec node ');
const settingNames = new Set<string>();
readSettings(new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => void settingNames.add(String(name)) }));

describe('the Dockerfile', () => {
  const file = readText('Dockerfile').replaceAll('\\\n', '');
  const lines = (instruction: string) =>
    [...file.matchAll(new RegExp(`^${instruction} (.*)$`, 'gm'))].map(([, rest = '']) => rest);

  test('uses the version of Node in package.json in every stage', () => {
    const images = lines('FROM').map((line) => line.split(' ')[0]);
    expect(images.length).toBe(2);
    for (const image of images) expect(image).toMatch(new RegExp(`^node:${project.dependencies.node}-`));
  });

  test('starts the shop in the same way as npm start, as an unprivileged user', () => {
    expect(lines('CMD').map((line) => JSON.parse(line))).toEqual([['node', ...command.split(' ')]]);
    expect(lines('ENV')).toContain(environment);
    expect(lines('USER')).toEqual(['node']);
    expect(lines('HEALTHCHECK').join()).toContain('/healthz');
  });

  test('copies only existing files that .dockerignore does not exclude', () => {
    const includedNames = readText('.dockerignore')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
    const copiedPaths = lines('COPY')
      .filter((line) => !line.includes('--from='))
      .flatMap((line) =>
        line
          .split(' ')
          .filter((word) => !word.startsWith('--'))
          .slice(0, -1),
      );
    expect(copiedPaths.length).toBeGreaterThan(8);
    for (const path of copiedPaths) {
      expect(existsSync(join(root, path)), path).toBe(true);
      expect(
        includedNames.some((name) => path === name || path.startsWith(`${name}/`)),
        path,
      ).toBe(true);
    }
  });
});

test('the image has the sources that start.js needs, and its command "shop" runs the same CLI as npm run shop', () => {
  const { dir, remove } = temporaryDir('image');
  const copyInstructions = [...readText('Dockerfile').matchAll(/^COPY --from=build \/shop\/(package\.json|src\S*)/gm)];
  for (const [, path = ''] of copyInstructions) cpSync(join(root, path), join(dir, path), { recursive: true });
  const { stderr } = spawnSync(process.execPath, ['src/start.js'], { cwd: dir, encoding: 'utf8' });
  remove();
  expect(stderr).toContain('The shop is not built yet');
  expect(readText('deploy/docker/shop')).toContain(
    `\nexec ${project.scripts.shop.replace(' scripts/shop.ts', ' "/shop/dist/')}`,
  );
  expect(readText('deploy/docker/shop')).toContain('/server/cli.mjs" "$@"');
});

describe('the compose file', () => {
  interface Service {
    image: string;
    environment?: Record<string, string>;
    volumes?: string[];
    healthcheck?: object;
    build?: string;
    restart?: string;
    read_only?: boolean;
    stop_grace_period?: string;
  }
  const { services, volumes } = parse(readText('deploy/compose/compose.yaml'), { merge: true }) as {
    services: Record<string, Service>;
    volumes: Record<string, null>;
  };
  const shops = Object.values(services).filter(({ build }) => build);
  const externalServices = Object.values(services).filter(({ build }) => !build);

  test('runs two processes of the shop with known settings, each with its own port', () => {
    expect(shops).toHaveLength(2);
    for (const { environment: env = {} } of shops)
      expect(Object.keys(env).filter((name) => !settingNames.has(name))).toEqual([]);
    expect(shops.map(({ environment: env }) => env?.PORT)).toEqual(['4321', '4322']);
    expect(services.caddy?.environment?.SHOP_PROCESSES).toBe('shop1:4321 shop2:4322');
  });

  test('lets the shop write only to its volumes, and allows enough time to stop', () => {
    for (const shop of shops) {
      expect(shop).toMatchObject({ read_only: true, restart: 'unless-stopped' });
      expect(Number.parseInt(shop.stop_grace_period ?? '', 10)).toBeGreaterThan(MAX_STOP_S);
    }
  });

  test('pins and health-checks every external image, and mounts only named volumes and existing files', () => {
    for (const { image, healthcheck } of externalServices) {
      expect(image).toMatch(PINNED_IMAGE);
      expect(healthcheck).toBeDefined();
    }
    for (const mount of Object.values(services).flatMap((service) => service.volumes ?? [])) {
      const [from = ''] = mount.split(':');
      expect(from.startsWith('.') ? existsSync(join(root, 'deploy/compose', from)) : from in volumes, mount).toBe(true);
    }
  });

  const caddy = findProgram('caddy');
  if (!caddy) console.warn('caddy is not installed: the variables of its configuration were not verified');

  test.runIf(caddy)(
    'passes the host name and processes of the shop to Caddy, which otherwise uses the defaults in the Caddyfile',
    () => {
      const { dir, remove } = temporaryDir('caddy');
      const configuredNames = (env: NodeJS.ProcessEnv) => {
        const args = ['adapt', '--config', join(root, 'deploy/caddy/Caddyfile')];
        const { stdout } = spawnSync(caddy ?? '', args, { encoding: 'utf8', env: { HOME: dir, ...env } });
        return [...stdout.matchAll(/"(?:dial|host)":\[?"([^"]+)"/g)].map(([, value]) => value);
      };
      const env = { SHOP_NAME: 'kora.example', SHOP_PROCESSES: services.caddy?.environment?.SHOP_PROCESSES };
      expect(new Set(configuredNames(env))).toEqual(new Set(['kora.example', 'shop1:4321', 'shop2:4322']));
      expect(new Set(configuredNames({}))).toEqual(new Set(['shop.example', '127.0.0.1:4321', '127.0.0.1:4322']));
      remove();
    },
  );

  test('has an example file with every variable that it uses, and otherwise only known settings', () => {
    const exampleNames = [...readText('deploy/compose/env.example').matchAll(/^([A-Z_]+)=/gm)].map(
      ([, name = '']) => name,
    );
    const usedNames = [...readText('deploy/compose/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
    expect(exampleNames).toEqual(expect.arrayContaining(usedNames));
    expect(exampleNames.filter((name) => !settingNames.has(name) && !usedNames.includes(name))).toEqual([]);
  });
});

test('every volume of the shop is a folder to which the user of the image can write', () => {
  const { services } = parse(readText('deploy/compose/compose.yaml'), { merge: true }) as {
    services: Record<string, { build?: string; volumes?: string[] }>;
  };
  const folders = /install -d -o node -g node -m 700 ([^\n&]+)/.exec(readText('Dockerfile'))?.[1]?.trim().split(' ');
  // A new volume gets the owner of the image's folder, or root if the image has no such folder.
  for (const { volumes = [] } of Object.values(services).filter(({ build }) => build))
    expect(folders).toEqual(expect.arrayContaining(volumes.map((volume) => volume.split(':')[1])));
});

describe('the systemd unit', () => {
  const unit = readText('deploy/systemd/taana.service');
  const values = (name: string) =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);

  test('starts the shop in the same way as npm start, always restarts it, and allows enough time to stop', () => {
    expect(values('ExecStart')).toEqual([`/srv/taana/current/node_modules/node/bin/node ${command}`]);
    expect(values('Environment')).toContain(environment);
    expect(values('Restart')).toEqual(['always']);
    expect(Number(values('TimeoutStopSec')[0])).toBeGreaterThan(MAX_STOP_S);
  });

  const systemdAnalyze = findProgram('systemd-analyze');
  if (!systemdAnalyze) console.warn('systemd-analyze is not installed: deploy/systemd was not verified');

  test.runIf(systemdAnalyze)('passes systemd-analyze verify', () => {
    const { dir, remove } = temporaryDir('unit');
    const path = join(dir, 'taana.service');
    // The path of Node in the unit exists only on an installed server.
    writeFileSync(path, unit.replace(/^(ExecStart=)\S+/m, `$1${process.execPath}`));
    const { status, stderr } = spawnSync(systemdAnalyze ?? '', ['verify', path], { encoding: 'utf8' });
    remove();
    expect([status, stderr]).toEqual([0, '']);
  });
});

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The paths of browsers. The headless shell is first, because it renders the same pages with half the CPU time. */
const BROWSER_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Flags that disable the GPU, QUIC, first-run pages, background traffic and, for root, the sandbox. */
export const CHROMIUM_FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/**
 * Returns the path of Chromium: `CHROME_PATH` if this file exists, an installed browser or, as root, a browser that
 * this function installs with apt. Throws an error if there is no browser.
 */
export function ensureChromium(): string {
  const configuredPath = process.env.CHROME_PATH;
  if (configuredPath && existsSync(configuredPath)) return configuredPath;
  const installedPath = BROWSER_PATHS.find((path) => existsSync(path));
  // In CI, the headless shell is installed even if there is another browser (see `BROWSER_PATHS`).
  if (!installedPath || (process.env.CI && installedPath !== BROWSER_PATHS[0]))
    return install() ?? installedPath ?? throwNotFound();
  return installedPath;
}

function install(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log('Installing Chromium with apt …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const args = ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-noto-core'];
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
    if (existsSync(`/usr/bin/${name}`)) return `/usr/bin/${name}`;
  }
  return undefined;
}

function throwNotFound(): never {
  throw new Error('Chromium was not found. Install it, or set CHROME_PATH to its path.');
}

import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { root } from './project-root.ts';

interface CliResult {
  status: number | null;
  stdout: string;
  /** Without the line that names the shop. */
  stderr: string;
}

/** Returns a function that runs a command of the shop's CLI on a data folder, in a separate process. */
export function shopCli(dataDir: string, more: Record<string, string> = {}) {
  return (...args: string[]): CliResult => {
    const env = environment(dataDir, more);
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/shop.ts', ...args], { cwd: root, env });
    return { status, stdout: stdout.toString(), stderr: withoutShop(stderr.toString()) };
  };
}

/** Like `shopCli`, without blocking the test. */
export function shopCliAsync(dataDir: string, more: Record<string, string>) {
  return async (...args: string[]): Promise<CliResult> => {
    const env = environment(dataDir, more);
    const child = spawn(process.execPath, ['scripts/shop.ts', ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exitCode = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [status, stdout, stderr] = await Promise.all([exitCode, text(child.stdout), text(child.stderr)]);
    return { status, stdout, stderr: withoutShop(stderr) };
  };
}

function withoutShop(stderr: string): string {
  return stderr.replace(/^Shop: .*\n/, '');
}

function environment(dataDir: string, more: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, SHOP_MODE: 'demo', DATABASE_URL: '', ...more, DATA_DIR: dataDir };
}

import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { root } from './project-root.ts';

interface CliResult {
  status: number | null;
  stdout: string;
  /** The error output without the line that names the shop. */
  stderr: string;
}

/** Returns a function that runs a command of the shop's CLI on a data folder, in a separate process. */
export function shopCli(dataDir: string, extraEnv: Record<string, string> = {}) {
  return (...args: string[]): CliResult => {
    const env = environment(dataDir, extraEnv);
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/shop.ts', ...args], { cwd: root, env });
    return { status, stdout: stdout.toString(), stderr: withoutShopLine(stderr.toString()) };
  };
}

/** Returns the same function as `shopCli`, except that the returned function is asynchronous. */
export function shopCliAsync(dataDir: string, extraEnv: Record<string, string>) {
  return async (...args: string[]): Promise<CliResult> => {
    const env = environment(dataDir, extraEnv);
    const child = spawn(process.execPath, ['scripts/shop.ts', ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exitCode = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [status, stdout, stderr] = await Promise.all([exitCode, text(child.stdout), text(child.stderr)]);
    return { status, stdout, stderr: withoutShopLine(stderr) };
  };
}

function withoutShopLine(stderr: string): string {
  return stderr.replace(/^Shop: .*\n/, '');
}

function environment(dataDir: string, extraEnv: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, SHOP_MODE: 'demo', DATABASE_URL: '', ...extraEnv, DATA_DIR: dataDir };
}

import { spawnSync } from 'node:child_process';
import { root } from './project-root.ts';

/** The owner's tool over a data folder, as the owner types it, in a process of its own. */
export function ownersTool(dataDir: string, more: Record<string, string> = {}) {
  return (...args: string[]): { status: number | null; said: string; complained: string } => {
    const env = { ...process.env, SHOP_MODE: 'demo', DATABASE_URL: '', ...more, DATA_DIR: dataDir };
    const { status, stdout, stderr } = spawnSync(process.execPath, ['src/cli.ts', ...args], { cwd: root, env });
    return { status, said: stdout.toString(), complained: stderr.toString() };
  };
}

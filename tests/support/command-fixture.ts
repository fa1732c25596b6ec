import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { inject, onTestFinished, vi } from 'vitest';
import { runCommand } from '#lib/platform/cli/command.server.ts';
import { copyTemplate } from './sqlite-template.ts';

/**
 * Creates a SQLite database and a function `run`, which runs a command of the shop's CLI in this process. `run` returns
 * the lines that the command writes to stdout, and rejects if the command fails. `shopCli` starts the real program.
 */
export async function commandFixture(...commands: CommandUnknownOpts[]) {
  const { db, dataDir, drop } = await copyTemplate(inject('sqliteTemplate'));
  async function run(...args: string[]): Promise<string[]> {
    const lines: string[] = [];
    const logSpy = vi.spyOn(console, 'log').mockImplementation((line = '') => void lines.push(String(line)));
    const errorSpy = vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.stubEnv('DATA_DIR', dataDir);
    vi.stubEnv('DATABASE_URL', '');
    vi.stubEnv('SHOP_MODE', 'demo');
    try {
      await runCommand(commands, args);
      return lines;
    } finally {
      vi.unstubAllEnvs();
      logSpy.mockRestore();
      errorSpy.mockRestore();
    }
  }
  onTestFinished(drop);
  return { db, dataDir, run };
}

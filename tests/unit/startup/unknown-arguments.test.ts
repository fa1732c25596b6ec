import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { describe, expect, test } from 'vitest';
import { shopCommands } from '#lib/operations/startup/commands.server.ts';
import { runCommand } from '#lib/platform/cli/command.server.ts';

/** The name of every command, and its words with one for each argument. */
function allCommands(commands: readonly CommandUnknownOpts[], path: string[] = []): [string, string[]][] {
  return commands.flatMap((command) => {
    const words = [...path, command.name()];
    if (command.commands.length > 0) return allCommands(command.commands, words);
    const args = command.registeredArguments.map(({ variadic }) => (variadic ? '1' : 'shipped'));
    return [[words.join(' '), [...words, ...args]]];
  });
}

const commands = await shopCommands();

/** None of these commands opens a database: they are rejected first. */
describe('the CLI rejects unknown arguments', () => {
  const known = allCommands(commands);

  test.each(known)('%s: an extra argument', async (_name, typed) => {
    await expect(runCommand(await shopCommands(), [...typed, 'KB-S'])).rejects.toMatchObject({ code: 'usage' });
  });

  test.each(known)('%s: an unknown option', async (_name, typed) => {
    const run = runCommand(await shopCommands(), [...typed, '--all-of-it']);
    await expect(run).rejects.toMatchObject({ code: 'usage', message: "unknown option '--all-of-it'" });
  });

  test.each(known)('%s: except --yes, which every command accepts', async (_name, typed) => {
    const run = runCommand(await shopCommands(), [...typed, '--yes', '--all-of-it']);
    await expect(run).rejects.toMatchObject({ code: 'usage', message: "unknown option '--all-of-it'" });
  });

  test('and suggests the intended command or state', async () => {
    const refusal = async (...typed: string[]) =>
      runCommand(await shopCommands(), typed).catch((error) => error.message);
    expect(await refusal('ordrs')).toContain('Did you mean orders?');
    expect(await refusal('orders', 'shw')).toContain('Did you mean show?');
    expect(await refusal('orders', 'list', '--status', 'shiped')).toContain('Did you mean shipped?');
  });

  test('also an unknown command or sub-command, and a missing sub-command', async () => {
    for (const typed of [['sell'], ['orders', 'sell', 'TA-1'], ['orders']]) {
      await expect(runCommand(await shopCommands(), typed), typed.join(' ')).rejects.toMatchObject({ code: 'usage' });
    }
  });
});

import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { describe, expect, test } from 'vitest';
import { shopCommands } from '#lib/operations/startup/commands.server.ts';
import { runCommand } from '#lib/platform/cli/command.server.ts';

/** Returns the name of every command, and its words with a value for each argument. */
function allCommands(commands: readonly CommandUnknownOpts[], path: string[] = []): [string, string[]][] {
  return commands.flatMap((command) => {
    const words = [...path, command.name()];
    if (command.commands.length > 0) return allCommands(command.commands, words);
    const args = command.registeredArguments.map(({ variadic }) => (variadic ? '1' : 'shipped'));
    return [[words.join(' '), [...words, ...args]]];
  });
}

const commands = await shopCommands();

// None of these commands opens a database, because they are rejected before that.
describe('the CLI rejects unknown arguments', () => {
  const knownCommands = allCommands(commands);

  test.each(knownCommands)('%s: an extra argument', async (_name, words) => {
    await expect(runCommand(await shopCommands(), [...words, 'KB-S'])).rejects.toMatchObject({ code: 'usage' });
  });

  test.each(knownCommands)('%s: an unknown option', async (_name, words) => {
    const run = runCommand(await shopCommands(), [...words, '--all-of-it']);
    await expect(run).rejects.toMatchObject({ code: 'usage', message: "unknown option '--all-of-it'" });
  });

  test.each(knownCommands)(
    '%s: an unknown option, but not --yes, which every command accepts',
    async (_name, words) => {
      const run = runCommand(await shopCommands(), [...words, '--yes', '--all-of-it']);
      await expect(run).rejects.toMatchObject({ code: 'usage', message: "unknown option '--all-of-it'" });
    },
  );

  test('and suggests the intended command or state', async () => {
    const rejection = async (...words: string[]) =>
      runCommand(await shopCommands(), words).catch((error) => error.message);
    expect(await rejection('ordrs')).toContain('Did you mean orders?');
    expect(await rejection('orders', 'shw')).toContain('Did you mean show?');
    expect(await rejection('orders', 'list', '--status', 'shiped')).toContain('Did you mean shipped?');
  });

  test('and unknown commands, unknown subcommands and missing subcommands', async () => {
    for (const words of [['sell'], ['orders', 'sell', 'TA-1'], ['orders']]) {
      await expect(runCommand(await shopCommands(), words), words.join(' ')).rejects.toMatchObject({ code: 'usage' });
    }
  });
});

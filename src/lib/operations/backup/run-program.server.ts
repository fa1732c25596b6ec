import { type SpawnOptions, spawn } from 'node:child_process';

const TOLD_CHARACTERS = 4_000;

/** Gives the exit code, and the end of what the program complained of. Rejects when it can't be started, or is aborted. */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'env' | 'signal'> = {},
): Promise<{ code: number | null; complained: string }> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let complained = '';
  child.stderr.on('data', (chunk) => {
    complained = `${complained}${chunk}`.slice(-TOLD_CHARACTERS);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, complained: complained.trim() };
}

import { type SpawnOptions, spawn } from 'node:child_process';

const MAX_ERROR_CHARACTERS = 4_000;

/**
 * Runs a program. Returns its exit code (null if a signal ended it) and the end of its error output. Throws if it can't
 * start or is aborted.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'env' | 'signal'> = {},
): Promise<{ code: number | null; errorOutput: string }> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let errorOutput = '';
  child.stderr.on('data', (chunk) => {
    errorOutput = `${errorOutput}${chunk}`.slice(-MAX_ERROR_CHARACTERS);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, errorOutput: errorOutput.trim() };
}

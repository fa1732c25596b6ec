import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { killLeftRunning, killWithTest } from '#support/end-with-test.ts';
import { root } from '#support/project-root.ts';

/** Starts a program that keeps the same pipe open while it runs, and prints the process ID of the program. */
const CODE = `
  import { spawn } from 'node:child_process';
  import { killWithTest } from '${root}/tests/support/end-with-test.ts';
  const child = spawn('sleep', ['600'], { stdio: ['ignore', 'inherit', 'ignore'] });
  killWithTest(child);
  console.log(child.pid);
  setInterval(() => {}, 1_000);
`;

test('a program that a test started ends when the process of the test is killed', async () => {
  const testProcess = spawn(process.execPath, ['--input-type=module', '-e', CODE], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid] = await once(testProcess.stdout, 'data');
  onTestFinished(({ task }) => {
    if (task.result?.state === 'fail') process.kill(Number(pid), 'SIGKILL');
  });
  const closed = once(testProcess, 'close');
  testProcess.kill('SIGTERM');
  expect(await closed).toEqual([143, null]);
}, 20_000);

test('a program that a test file has left running ends after the file', async () => {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  killWithTest(child);
  await killLeftRunning();
  expect(child.signalCode).toBe('SIGKILL');
});

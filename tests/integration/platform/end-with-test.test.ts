import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { killRunningPrograms, killWithTest } from '#support/end-with-test.ts';
import { root } from '#support/project-root.ts';

/** Code that starts a program and prints its process ID. The program inherits the standard output and keeps it open. */
const CODE = `
  import { spawn } from 'node:child_process';
  import { killWithTest } from '${root}/tests/support/end-with-test.ts';
  const child = spawn('sleep', ['600'], { stdio: ['ignore', 'inherit', 'ignore'] });
  killWithTest(child);
  console.log(child.pid);
  setInterval(() => {}, 1_000);
`;

test('a program that a test started is ended when the test’s process is killed', async () => {
  const testProcess = spawn(process.execPath, ['--input-type=module', '-e', CODE], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid] = await once(testProcess.stdout, 'data');
  onTestFinished(({ task }) => {
    if (task.result?.state === 'fail') process.kill(Number(pid), 'SIGKILL');
  });
  const closeEvent = once(testProcess, 'close');
  testProcess.kill('SIGTERM');
  expect(await closeEvent).toEqual([143, null]);
}, 20_000);

test('killRunningPrograms ends a program that is still running', async () => {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  killWithTest(child);
  await killRunningPrograms();
  expect(child.signalCode).toBe('SIGKILL');
});

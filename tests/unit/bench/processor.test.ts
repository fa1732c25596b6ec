import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { processorMs, processTreeMs } from '../../bench/processor.ts';

const USE_CPU = 'while (process.cpuUsage().user < 2e5) for (let n = 0; n < 1e6; n++);';

test.runIf(process.platform === 'linux')(
  'processTreeMs includes the CPU time of child processes that have exited',
  async () => {
    const parent = spawn('sh', ['-c', `"${process.execPath}" -e "${USE_CPU}"; echo ended; read line`]);
    await once(parent.stdout, 'data');
    expect(processorMs(parent.pid ?? 0)).toBeLessThan(190);
    expect(processTreeMs(parent.pid ?? 0)).toBeGreaterThanOrEqual(190);
    parent.stdin.end();
    await once(parent, 'exit');
  },
);

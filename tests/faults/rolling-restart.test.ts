import { expect, test } from 'vitest';
import { findProgram } from '#support/find-program.ts';
import { rollingRestart } from '#support/rolling-restart.ts';

const RESTARTS = 6;
/** nginx skips a server for two seconds after a refusal; HAProxy uses it after the second successful check. */
const SETTLE_MS = { nginx: 3_000, haproxy: 6_000 };

test.each(['nginx', 'haproxy'] as const)(
  'no request fails while two servers behind %s are restarted one after the other',
  async (name) => {
    expect(findProgram(name, true), `${name} is needed`).toBeDefined();
    const { posts, failures, stopMs, exitCodes, errorLog } = await rollingRestart(name, RESTARTS, SETTLE_MS[name]);
    console.info(`${name}: ${posts} posts, ${JSON.stringify(failures)} failed, stops took ${stopMs.join(', ')} ms`);
    expect(failures, errorLog).toEqual({});
    expect(exitCodes).toEqual(Array(RESTARTS).fill(0));
    // Docker kills a container that has not stopped after ten seconds.
    for (const ms of stopMs) expect(ms).toBeLessThan(10_000);
  },
);

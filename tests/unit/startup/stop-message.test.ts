import { expect, test } from 'vitest';
import { stopMessage } from '#lib/operations/startup/stop-message.server.ts';

test.each([
  ['53100', 'the disk of the database server is full', 'Free space on the database server'],
  ['25006', 'the database server is read-only', 'Use a database server that accepts changes'],
])('the advice for the PostgreSQL error %s is about the database server', async (code, cause, advice) => {
  const error = Object.assign(new Error('failed'), { code });
  const env = { DATABASE_URL: 'postgres://shop@127.0.0.1/shop' };
  expect(await stopMessage('The import', error, { isExpected: false, env })).toBe(
    `The import stopped: ${cause}. Nothing was changed. ${advice}, then run the command again.`,
  );
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDir } from '#support/shop-process.ts';
import { readOutcome, vitestOutcome } from '../../../scripts/test-reports.ts';

test.each([
  ['a report that can’t be read', undefined, 0, 1],
  ['a run that ended with an error although no test failed', '{"testResults":[]}', 1, 1],
  ['a run without errors', '{"testResults":[]}', 0, 0],
])('%s counts as the expected number of failed tests', (_name, report, status, failedCount) => {
  const folder = temporaryDir('test-reports');
  try {
    const path = join(folder.dir, 'report.json');
    if (report !== undefined) writeFileSync(path, report);
    const { failed, failures } = readOutcome(vitestOutcome, path, status);
    expect([failed, failures.length]).toEqual([failedCount, failedCount]);
  } finally {
    folder.remove();
  }
});

import { afterAll } from 'vitest';
import { killRunningPrograms } from '#support/end-with-test.ts';

// Vitest runs the `afterAll` hooks of setup files after those of the test file.
afterAll(killRunningPrograms);

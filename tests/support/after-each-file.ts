import { afterAll } from 'vitest';
import { killRunningPrograms } from '#support/end-with-test.ts';

// Vitest runs the hooks of setup files last.
afterAll(killRunningPrograms);

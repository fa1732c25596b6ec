import { afterAll } from 'vitest';
import { killLeftRunning } from '#support/end-with-test.ts';

// Vitest runs the hooks of setup files last.
afterAll(killLeftRunning);

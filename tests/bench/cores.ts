import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;
/** The beginning of a command that pins a program to a core. Empty without `taskset` or a second core. */
export const SERVER_CORE = canPin ? ['taskset', '-c', '0'] : [];
export const LOAD_CORE = canPin ? ['taskset', '-c', '1'] : [];

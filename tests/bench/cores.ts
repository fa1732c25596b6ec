import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Whether servers and the load generator can be pinned to different cores, which needs two cores and `taskset`. */
const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;
export const SERVER_CORE = canPin ? ['taskset', '-c', '0'] : [];
export const LOAD_CORE = canPin ? ['taskset', '-c', '1'] : [];

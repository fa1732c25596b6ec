import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Servers have one core and the load another, the shop and the bare server alike; without taskset or a second core, none. */
const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;
export const SERVER_CORE = canPin ? ['taskset', '-c', '0'] : [];
export const LOAD_CORE = canPin ? ['taskset', '-c', '1'] : [];

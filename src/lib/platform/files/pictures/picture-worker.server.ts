import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { PictureRefusal, PictureWorkerExited } from '#lib/platform/files/pictures/picture-errors.ts';
import type { PICTURE_TASKS } from '#lib/platform/files/pictures/picture-tasks.server.ts';
import { compileCacheEnv } from '#lib/platform/jobs/compile-cache.server.ts';

type Tasks = typeof PICTURE_TASKS;
export type PictureTask = keyof Tasks;
export type TaskInput<Name extends PictureTask> = Parameters<Tasks[Name]>[0];
export type TaskResult<Name extends PictureTask> = Awaited<ReturnType<Tasks[Name]>>;

export interface PictureRequest {
  id: number;
  name: PictureTask;
  input: unknown;
  maxBytes: number;
}
export type PictureResponse = { id: number; result: unknown } | { id: number; refusal: string; code?: string };

export interface TaskLimits {
  timeMs: number;
  maxBytes: number;
}

interface RunningTask {
  resolve(result: unknown): void;
  reject(error: Error): void;
  timeout: NodeJS.Timeout;
}

const IDLE_MS = 20_000;
const HEAP_MB = 64;
/** Makes glibc return freed memory immediately (decision 21). */
const MALLOC_SETTINGS = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '131072' };
/** The environment variables that the process gets. Other variables may contain secrets. */
const CHILD_ENVIRONMENT_NAMES = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'SystemRoot'];

/** Runs tasks in a separate process, which starts with the first task and ends when it has been idle for a while. */
export class PictureWorker {
  readonly #runningTasks = new Map<number, RunningTask>();
  #child: ChildProcess | undefined;
  #terminationTimer: NodeJS.Timeout | undefined;
  #requestCount = 0;
  readonly #hasLowPriority: boolean;

  /** With low priority, the process uses the CPU only when no other process needs it. */
  constructor({ hasLowPriority = false } = {}) {
    this.#hasLowPriority = hasLowPriority;
  }

  /**
   * Runs a task. Throws PictureRefusal for a bad picture, PictureWorkerExited if the process ended, for example because
   * a task used too much memory or time, and system errors with their code.
   */
  run<Name extends PictureTask>(name: Name, input: TaskInput<Name>, limits: TaskLimits): Promise<TaskResult<Name>> {
    const child = this.#start();
    const id = this.#requestCount++;
    return new Promise<unknown>((resolve, reject) => {
      const timeout = setTimeout(() => child.kill('SIGKILL'), limits.timeMs).unref();
      this.#runningTasks.set(id, { resolve, reject, timeout });
      // Sending fails if the process has just ended. Then the `exit` event rejects the task.
      child.send({ id, name, input, maxBytes: limits.maxBytes } satisfies PictureRequest, () => {});
      this.#updateKeepAlive();
    }) as Promise<TaskResult<Name>>;
  }

  /** Ends the process. The running tasks are rejected with PictureWorkerExited. */
  end(): void {
    if (this.#child) this.#terminate(this.#child);
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  #start(): ChildProcess {
    clearTimeout(this.#terminationTimer);
    if (this.#child) return this.#child;
    const environment = CHILD_ENVIRONMENT_NAMES.map((name) => [name, process.env[name]]);
    const child = fork(fileURLToPath(new URL('./picture-child.server.ts', import.meta.url)), {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      env: { ...Object.fromEntries(environment), ...MALLOC_SETTINGS, ...compileCacheEnv() },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    if (this.#hasLowPriority && child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    child.on('message', (response: PictureResponse) => this.#settle(response));
    child.on('error', () => this.#terminate(child));
    child.once('exit', () => this.#terminate(child));
    this.#child = child;
    return child;
  }

  #settle(response: PictureResponse): void {
    const task = this.#runningTasks.get(response.id);
    if (!task) return;
    clearTimeout(task.timeout);
    this.#runningTasks.delete(response.id);
    if ('result' in response) task.resolve(response.result);
    else if (response.code) task.reject(Object.assign(new Error(response.refusal), { code: response.code }));
    else task.reject(new PictureRefusal(response.refusal));
    this.#updateKeepAlive();
  }

  #terminate(child: ChildProcess): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    child.kill('SIGKILL');
    const { signalCode, exitCode } = child;
    for (const { reject, timeout } of this.#runningTasks.values()) {
      clearTimeout(timeout);
      reject(new PictureWorkerExited(`the process that decodes pictures has ended (${signalCode ?? exitCode})`));
    }
    this.#runningTasks.clear();
  }

  /** Keeps the shop's process alive only while a task runs. */
  #updateKeepAlive(): void {
    const child = this.#child;
    if (!child) return;
    if (this.#runningTasks.size > 0) {
      child.ref();
      child.channel?.ref();
      return;
    }
    child.unref();
    child.channel?.unref();
    this.#terminationTimer = setTimeout(() => this.#terminate(child), IDLE_MS).unref();
  }
}

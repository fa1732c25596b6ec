/** The result of a job that did not start within its maximum wait. */
export const LATE = Symbol('late');

interface Client {
  from: string;
  /** Runs after the other jobs of the same origin. */
  isLater?: boolean;
  /** Runs only when no other job waits, from any origin. */
  isLast?: boolean;
  maxWaitMs?: number;
}

interface Waiting {
  enter(result: 'run' | 'refused' | 'late'): void;
}

interface Line {
  sooner: Waiting[];
  later: Waiting[];
}

type Lines = Map<string, Line>;

/**
 * Alternates between origins, so that nobody waits behind a crowd from another origin. The origin with the most waiting
 * jobs is rejected first.
 */
export class FairSemaphore {
  readonly #atOnce: number;
  readonly #waitingAtMost: number;
  readonly #lines: Lines = new Map();
  readonly #lastLines: Lines = new Map();
  #waiting = 0;
  #running = 0;

  constructor(atOnce: number, waitingAtMost: number) {
    this.#atOnce = atOnce;
    this.#waitingAtMost = waitingAtMost;
  }

  /** `undefined` if the job is rejected, at once or while it waits; `LATE` after its maximum wait. */
  async run<T>(client: Client, job: () => Promise<T>): Promise<T | undefined | typeof LATE> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else {
      const result = await this.#wait(client);
      if (result !== 'run') return result === 'late' ? LATE : undefined;
    }
    try {
      return await job();
    } finally {
      // A job whose database responds at once never yields: many of them would block everything else.
      if (this.#waiting > 0) setImmediate(() => this.#giveOver());
      else this.#running -= 1;
    }
  }

  #giveOver(): void {
    const next = this.#next(this.#lines) ?? this.#next(this.#lastLines);
    if (next) next.enter('run');
    else this.#running -= 1;
  }

  #wait(client: Client): Promise<'run' | 'refused' | 'late'> {
    if (this.#waiting >= this.#waitingAtMost && !this.#makeRoom(client)) return Promise.resolve('refused');
    const { from, isLater, isLast, maxWaitMs } = client;
    const lines = isLast ? this.#lastLines : this.#lines;
    return new Promise((resolve) => {
      const waiting: Waiting = {
        enter(result) {
          clearTimeout(timer);
          resolve(result);
        },
      };
      const timer =
        maxWaitMs === undefined ? undefined : setTimeout(() => this.#leave(lines, from, waiting), maxWaitMs);
      const line = lines.get(from) ?? { sooner: [], later: [] };
      lines.set(from, line);
      (isLater ? line.later : line.sooner).push(waiting);
      this.#waiting += 1;
    });
  }

  #leave(lines: Lines, from: string, waiting: Waiting): void {
    const line = lines.get(from);
    for (const part of line ? [line.sooner, line.later] : []) {
      const at = part.indexOf(waiting);
      if (at < 0) continue;
      part.splice(at, 1);
      this.#waiting -= 1;
    }
    if (line && lengthOf(line) === 0) lines.delete(from);
    waiting.enter('late');
  }

  #next(lines: Lines): Waiting | undefined {
    for (const [from, line] of lines) {
      const next = line.sooner.shift() ?? line.later.shift();
      lines.delete(from);
      if (lengthOf(line) > 0) lines.set(from, line);
      if (next) this.#waiting -= 1;
      return next;
    }
    return undefined;
  }

  /**
   * Rejects the last job of the longest queue, preferring low-priority jobs. False if that is the client's own queue
   * and no job in it is less urgent.
   */
  #makeRoom({ from, isLater, isLast }: Client): boolean {
    if (!isLast && this.#lastLines.size > 0) return this.#refuseOne(this.#lastLines);
    return this.#refuseOne(isLast ? this.#lastLines : this.#lines, { from, isLater });
  }

  #refuseOne(lines: Lines, client?: Pick<Client, 'from' | 'isLater'>): boolean {
    let [longestFrom, longest] = [client?.from ?? '', lines.get(client?.from ?? '') ?? { sooner: [], later: [] }];
    for (const [otherFrom, other] of lines) {
      if (lengthOf(other) > lengthOf(longest)) [longestFrom, longest] = [otherFrom, other];
    }
    if (longestFrom === client?.from && (client.isLater || longest.later.length === 0)) return false;
    const rejected = longest.later.pop() ?? longest.sooner.pop();
    if (!rejected) return false;
    if (lengthOf(longest) === 0) lines.delete(longestFrom);
    this.#waiting -= 1;
    rejected.enter('refused');
    return true;
  }
}

function lengthOf({ sooner, later }: Line): number {
  return sooner.length + later.length;
}

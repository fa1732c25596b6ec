interface Waiting {
  enter(mayRun: boolean): void;
}

interface Line {
  sooner: Waiting[];
  later: Waiting[];
}

interface Asker {
  from: string;
  isLater?: boolean;
}

/** Origins take turns, so nobody waits behind a crowd from elsewhere; the origin with most waiting is refused first. */
export class FairSemaphore {
  readonly #atOnce: number;
  readonly #waitingAtMost: number;
  readonly #lines = new Map<string, Line>();
  #waiting = 0;
  #running = 0;

  constructor(atOnce: number, waitingAtMost: number) {
    this.#atOnce = atOnce;
    this.#waitingAtMost = waitingAtMost;
  }

  /** `undefined` when the job is refused, now or while it waits. */
  async run<T>(asker: Asker, job: () => Promise<T>): Promise<T | undefined> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else if (!(await this.#turn(asker))) return undefined;
    try {
      return await job();
    } finally {
      // A job whose database answers at once waits for nothing: a crowd of them would hold up all else.
      if (this.#waiting > 0) setImmediate(() => this.#giveOver());
      else this.#running -= 1;
    }
  }

  #giveOver(): void {
    const next = this.#next();
    if (next) next.enter(true);
    else this.#running -= 1;
  }

  #turn(asker: Asker): Promise<boolean> {
    if (this.#waiting >= this.#waitingAtMost && !this.#makeRoom(asker)) return Promise.resolve(false);
    return new Promise((enter) => {
      const line = this.#lines.get(asker.from) ?? { sooner: [], later: [] };
      this.#lines.set(asker.from, line);
      (asker.isLater ? line.later : line.sooner).push({ enter });
      this.#waiting += 1;
    });
  }

  #next(): Waiting | undefined {
    for (const [from, line] of this.#lines) {
      const next = line.sooner.shift() ?? line.later.shift();
      this.#lines.delete(from);
      if (lengthOf(line) > 0) this.#lines.set(from, line);
      if (next) this.#waiting -= 1;
      return next;
    }
    return undefined;
  }

  /** Refuses the last of the longest line. False when that is the asker's own line, and nobody in it is less urgent. */
  #makeRoom({ from, isLater }: Asker): boolean {
    let [longestFrom, longest] = [from, this.#lines.get(from) ?? { sooner: [], later: [] }];
    for (const [otherFrom, other] of this.#lines) {
      if (lengthOf(other) > lengthOf(longest)) [longestFrom, longest] = [otherFrom, other];
    }
    if (longestFrom === from && (isLater || longest.later.length === 0)) return false;
    const away = longest.later.pop() ?? longest.sooner.pop();
    if (!away) return false;
    if (lengthOf(longest) === 0) this.#lines.delete(longestFrom);
    this.#waiting -= 1;
    away.enter(false);
    return true;
  }
}

function lengthOf({ sooner, later }: Line): number {
  return sooner.length + later.length;
}

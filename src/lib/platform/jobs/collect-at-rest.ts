const LOOK_EVERY_MS = 500;
/** One page takes as much. */
const QUIET_MS = 10;
const QUIET_LOOKS = 3;
/** Else a shop with few visitors would collect for each of them. */
const WORKED_MS = 500;

/** Whether a program rests that has worked since it rested last. */
export class Rest {
  #quietLooks = 0;
  #workedMs = 0;

  /** After each look: with the processor's time since the last. */
  hasCome(ranMs: number): boolean {
    this.#workedMs += ranMs;
    this.#quietLooks = ranMs < QUIET_MS ? this.#quietLooks + 1 : 0;
    if (this.#quietLooks < QUIET_LOOKS || this.#workedMs < WORKED_MS) return false;
    this.#workedMs = 0;
    return true;
  }
}

/** V8 would by itself, but finds no program of Node at rest (docs/decisions/0067). Needs `--expose-gc`. */
export function collectAtRest(): void {
  const { gc } = globalThis;
  if (!gc) return;
  const rest = new Rest();
  let before = 0;
  setInterval(() => {
    const { user, system } = process.threadCpuUsage();
    const now = (user + system) / 1_000;
    if (rest.hasCome(now - before)) gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    before = now;
  }, LOOK_EVERY_MS).unref();
}

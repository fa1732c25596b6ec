import { faultOf } from '#lib/platform/errors/fault-kind.ts';

/** A command that a disk, a database or the network stopped; `outcome` is a sentence about what was saved. */
export class StoppedError extends Error {
  readonly outcome: string;
  constructor(outcome: string, cause: unknown) {
    super(outcome, { cause });
    this.name = 'StoppedError';
    this.outcome = outcome;
  }
}

/** For commands whose failure may come after a change, so that "Nothing was changed." would be wrong. */
export async function orStopped<T>(outcome: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw faultOf(error) ? new StoppedError(outcome, error) : error;
  }
}

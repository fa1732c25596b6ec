import { faultOf } from '#lib/platform/errors/fault-kind.ts';

/** A command that a disk, a database or the network stopped; `kept` says in a sentence what became of its work. */
export class StoppedError extends Error {
  readonly kept: string;
  constructor(kept: string, cause: unknown) {
    super(kept, { cause });
    this.name = 'StoppedError';
    this.kept = kept;
  }
}

/** Of commands in which "Nothing was changed." may not be true. */
export async function orStopped<T>(kept: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw faultOf(error) ? new StoppedError(kept, error) : error;
  }
}

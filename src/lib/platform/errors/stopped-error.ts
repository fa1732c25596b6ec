import { faultOf } from '#lib/platform/errors/fault-kind.ts';

/**
 * Thrown by a command that was stopped by a fault in a disk, a database or the network. The message states what was
 * saved.
 */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/**
 * Runs a command that may fail after it has changed something, so that the user must learn the outcome. Throws a
 * StoppedError after a fault in a disk, a database or the network, and any other error unchanged.
 */
export async function withOutcomeOnFault<T>(outcome: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw faultOf(error) ? new StoppedError(outcome, { cause: error }) : error;
  }
}

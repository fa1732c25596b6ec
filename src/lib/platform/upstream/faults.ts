/** What can go wrong at a server of others. No I/O: anyone may import this file. */

/**
 * `status_401` and the like where it answered; else it could not be reached, said nothing in time, was left alone after
 * such troubles, or had no place for one more call. `signature`: what it sent us is not signed as it should be.
 */
export type FaultKind = `status_${number}` | 'unreachable' | 'silent' | 'left_alone' | 'busy' | 'signature';

export interface Fault {
  /** The name by which `Upstreams` knows the server. */
  upstream: string;
  /** A pattern such as `POST /v1/orders`: nothing of a customer, no id. */
  route: string;
  kind: FaultKind;
}

/** A row of the same fault, as the owner is told of it. Times in epoch ms. */
export interface FaultRow extends Omit<Fault, 'kind'> {
  kind: string;
  times: number;
  firstAt: number;
  lastAt: number;
  /** When the same route answered again. */
  wellAt: number | null;
}

/** The status that was answered, of a kind such as `status_401`. */
export function statusOfKind(kind: string): number | undefined {
  const status = Number(/^status_(\d+)$/.exec(kind)?.[1]);
  return Number.isNaN(status) ? undefined : status;
}

/** How HTTP servers and mail servers say that they don't know these keys. */
const KEYS_REFUSED: readonly number[] = [401, 403, 530, 535];

/** Whether the shop's keys are refused, which only its owner can mend. */
export function areKeysRefused(kind: string): boolean {
  return KEYS_REFUSED.includes(statusOfKind(kind) ?? 0);
}

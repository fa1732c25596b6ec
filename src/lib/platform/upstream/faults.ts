/**
 * `silent`: timeout. `behind`: a standby lags. `left_alone`: not called, because of earlier failures. `failed`: work of
 * several calls failed.
 */
export type FaultKind =
  | `status_${number}`
  | 'unreachable'
  | 'silent'
  | 'left_alone'
  | 'busy'
  | 'signature'
  | 'failed'
  | 'behind';

export interface Fault {
  upstream: string;
  /** A pattern such as `POST /v1/orders`, without a customer's data. */
  route: string;
  kind: FaultKind;
}

export interface FaultRow extends Omit<Fault, 'kind'> {
  kind: string;
  times: number;
  firstAt: number;
  lastAt: number;
  wellAt: number | null;
}

export function statusOfKind(kind: string): number | undefined {
  const status = Number(/^status_(\d+)$/.exec(kind)?.[1]);
  return Number.isNaN(status) ? undefined : status;
}

const KEYS_REFUSED: readonly number[] = [401, 403, 530, 535];

export function areKeysRefused(kind: string): boolean {
  return KEYS_REFUSED.includes(statusOfKind(kind) ?? 0);
}

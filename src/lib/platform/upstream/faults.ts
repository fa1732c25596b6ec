/**
 * `silent`: timeout. `left_alone`: not called, because the circuit breaker is open. `busy`: too many concurrent calls.
 * `signature`: a webhook with a wrong signature. `failed`: work that consists of several calls failed. `behind`: a
 * standby lags too far.
 */
export type UpstreamFaultKind =
  | `status_${number}`
  | 'unreachable'
  | 'silent'
  | 'left_alone'
  | 'busy'
  | 'signature'
  | 'failed'
  | 'behind';

export interface UpstreamFault {
  upstream: string;
  /** A pattern such as `POST /v1/orders`, without a customer's data. */
  route: string;
  kind: UpstreamFaultKind;
}

export interface FaultRow extends Omit<UpstreamFault, 'kind'> {
  /** A fault kind, perhaps from an earlier version. */
  kind: string;
  times: number;
  firstAt: number;
  lastAt: number;
  recoveredAt: number | null;
}

export function statusOfKind(kind: string): number | undefined {
  const status = Number(/^status_(\d+)$/.exec(kind)?.[1]);
  return Number.isNaN(status) ? undefined : status;
}

/** Statuses of HTTP, and reply codes of SMTP. */
const KEYS_REFUSED_STATUSES: readonly number[] = [401, 403, 530, 535];

export function areKeysRefused(kind: string): boolean {
  return KEYS_REFUSED_STATUSES.includes(statusOfKind(kind) ?? 0);
}

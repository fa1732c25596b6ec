/**
 * `status_…`: the service responded with this HTTP status or SMTP reply code. `unreachable`: there was no response, for
 * example because no connection could be opened. `silent`: the call timed out. `left_alone`: the service was not
 * called, because the circuit breaker was open. `busy`: there were too many concurrent calls. `signature`: a webhook
 * had a wrong signature. `failed`: work that consists of several calls failed. `behind`: a standby lagged too far.
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

export interface StoredFault extends Omit<UpstreamFault, 'kind'> {
  /** A kind of fault, perhaps from another version of the shop. */
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

/** The HTTP statuses and SMTP reply codes for wrong or missing keys. */
const KEYS_REFUSED_STATUSES: readonly number[] = [401, 403, 530, 535];

export function areKeysRefused(kind: string): boolean {
  return KEYS_REFUSED_STATUSES.includes(statusOfKind(kind) ?? 0);
}

import type { EnvReader } from '#lib/platform/env-reader.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';

export interface HoldBounds {
  orders: number;
  lines: number;
  /** Lines that take most of what there is; in a day, those of orders unpaid or paid on delivery. */
  scarceLines: number;
  scarceLinesADay: number;
}

/** What cash orders of unverified mailboxes may hold before the next one has to verify its mailbox. */
export interface UnverifiedCashTerms {
  /** Of one variant, in per cent of what there was, within an hour; so many pieces always. */
  variantShare: number;
  variantPieces: number;
  /** Of the whole shop, in order lines per cent of the variants in stock, within an hour; so many lines always. */
  catalogueShare: number;
  lines: number;
}

export interface HoldTerms {
  cash: UnverifiedCashTerms;
  holdMs: number;
  scarceHoldMs: number;
  scarceShare: number;
  byEmail: HoldBounds;
  byNetwork: HoldBounds;
}

export function readHolds(env: EnvReader, isLive: boolean): HoldTerms {
  const [dayByEmail, dayByNetwork] = isLive ? [40, 100] : [1_000, 100_000];
  return {
    cash: {
      variantShare: env.wholeNumber('CASH_VARIANT_SHARE', isLive ? 50 : 100, 1, 100),
      variantPieces: env.wholeNumber('CASH_VARIANT_PIECES', isLive ? 5 : 100_000, 1, 1_000_000),
      catalogueShare: env.wholeNumber('CASH_CATALOGUE_SHARE', isLive ? 10 : 100, 1, 100),
      lines: env.wholeNumber('CASH_LINES', isLive ? 60 : 100_000, 1, 1_000_000),
    },
    holdMs: env.wholeNumber('HOLD_MINUTES', 30, 5, 720) * MINUTE_MS,
    scarceHoldMs: env.wholeNumber('SCARCE_HOLD_MINUTES', 10, 2, 720) * MINUTE_MS,
    scarceShare: env.wholeNumber('SCARCE_SHARE', 50, 1, 100),
    byEmail: {
      orders: env.wholeNumber('UNPAID_ORDERS', 5, 1, 100_000),
      lines: env.wholeNumber('UNPAID_LINES', 60, 1, 100_000),
      scarceLines: env.wholeNumber('UNPAID_SCARCE_LINES', 10, 1, 100_000),
      scarceLinesADay: env.wholeNumber('SCARCE_LINES_A_DAY', dayByEmail, 1, 1_000_000),
    },
    byNetwork: {
      orders: env.wholeNumber('NETWORK_UNPAID_ORDERS', 60, 1, 100_000),
      lines: env.wholeNumber('NETWORK_UNPAID_LINES', 200, 1, 100_000),
      scarceLines: env.wholeNumber('NETWORK_UNPAID_SCARCE_LINES', 20, 1, 100_000),
      scarceLinesADay: env.wholeNumber('NETWORK_SCARCE_LINES_A_DAY', dayByNetwork, 1, 1_000_000),
    },
  };
}

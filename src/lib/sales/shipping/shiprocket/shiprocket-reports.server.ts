import { createHash } from 'node:crypto';
import type { z } from 'zod/mini';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { isSameSecret } from '#lib/platform/tokens.server.ts';
import { parseJsonOrUndefined } from '#lib/primitives/parse-json.ts';
import type { CourierReport } from '#lib/sales/shipping/courier/courier.ts';
import { type TRACKING, WEBHOOK } from '#lib/sales/shipping/shiprocket/shiprocket.schema.ts';
import { STATUS_BY_CODE, timeOfReport } from '#lib/sales/shipping/shiprocket/shiprocket-status.ts';

/**
 * Parses a webhook. Returns undefined if its status does not affect the order. Shiprocket sends a token, but does not
 * sign the body. Throws `refused` if the token is missing or wrong, and `malformed` if the body can't be parsed.
 */
export function readWebhook(token: string, body: Buffer, headers: Headers, now: number): CourierReport | undefined {
  if (!isSameSecret(headers.get('x-api-key') ?? '', token))
    throw new ShopError('refused', 'The webhook does not have a valid security token.');
  const text = body.toString('utf8');
  const event = WEBHOOK.safeParse(parseJsonOrUndefined(text)).data;
  if (!event) throw new ShopError('malformed', 'The webhook can’t be read.');
  const lastScan = event.scans?.at(-1);
  return reportOf(
    {
      awb: event.awb,
      code: event.shipment_status_id,
      time: event.current_timestamp ?? lastScan?.date,
      label: lastScan?.activity ?? event.current_status ?? event.shipment_status,
      body: text,
      reference: event.order_id,
      remoteOrderId: event.sr_order_id,
    },
    now,
  );
}

export function readTrackingResponse(response: z.infer<typeof TRACKING>, now: number): CourierReport[] {
  return Object.entries(response).flatMap(([awb, { tracking_data: trackingData }]) => {
    const { shipment_status, shipment_track, shipment_track_activities } = trackingData;
    const lastActivity = shipment_track_activities?.[0];
    const label = lastActivity?.activity ?? shipment_track?.[0]?.current_status;
    const report = { awb, code: shipment_status, time: lastActivity?.date, label, body: JSON.stringify(trackingData) };
    return reportOf(report, now) ?? [];
  });
}

interface ParsedReport extends Pick<CourierReport, 'awb' | 'reference' | 'remoteOrderId' | 'body'> {
  code: number | undefined;
  time: string | undefined;
  label: string | undefined;
}

const MAX_BODY_CHARACTERS = 8_000;

/**
 * Returns a report, or undefined if its status does not affect the order. The time is not later than `now`, because a
 * time in the future would outrank all later reports.
 */
function reportOf({ code, time, label, ...report }: ParsedReport, now: number): CourierReport | undefined {
  const status = code === undefined ? undefined : STATUS_BY_CODE.get(code);
  if (!status) return undefined;
  const at = Math.min(timeOfReport(time ?? '') ?? now, now);
  const id = createHash('sha256')
    .update(`shiprocket\n${report.awb}\n${code}\n${time ?? ''}`)
    .digest('base64url');
  return {
    ...report,
    id,
    status,
    label: (label ?? '').trim().slice(0, 200),
    at,
    body: report.body.slice(0, MAX_BODY_CHARACTERS),
  };
}

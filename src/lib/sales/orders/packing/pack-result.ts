import { isAllPacked, leftToPack, type PackLine, packText } from '#lib/sales/orders/packing/pack-lines.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';

/** The response after a scan, for the page's script. */
export interface PackResult {
  message: string;
  /** The version of the order, for the next scan. */
  version: number;
  isPacked: boolean;
  lines: { position: number; text: string; isDone: boolean }[];
  /** The path of the page for packing another order, if the number of that order was scanned. */
  goTo?: string;
  /** The path of the page that follows if the form is sent without JavaScript. */
  path: string;
}

interface PackProgress {
  order: Pick<OrderRow, 'id' | 'updated_at' | 'packed_at'>;
  lines: readonly PackLine[];
  message: string;
  otherOrder?: Pick<OrderRow, 'id'>;
}

export function packResult(
  { order, lines, message, otherOrder }: PackProgress,
  selection: readonly string[],
): PackResult {
  return {
    message,
    version: order.updated_at,
    isPacked: order.packed_at !== null && isAllPacked(lines),
    lines: lines.map((line) => ({
      position: line.position,
      text: packText(line),
      isDone: leftToPack(line) === 0,
    })),
    ...(otherOrder ? { goTo: packPath(otherOrder.id, selection) } : {}),
    path: packPath(otherOrder?.id ?? order.id, selection),
  };
}

export function packPath(orderId: string, selection: readonly string[]): string {
  return `/admin/orders/${orderId}/pack${selection.length > 0 ? `?of=${selection.join(',')}` : ''}`;
}

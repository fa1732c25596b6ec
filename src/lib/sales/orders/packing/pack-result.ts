import { isAllPacked, leftToPack, packText } from '#lib/sales/orders/packing/pack-lines.ts';
import type { PackStep } from '#lib/sales/orders/packing/pack-order.server.ts';

/** The response after a scan, for the page's script. */
export type PackResult = ReturnType<typeof packResult>;

export function packResult({ order, lines, message, otherOrder }: PackStep, selection: readonly string[]) {
  return {
    message,
    /** The version of the order, for the next scan. */
    version: order.updated_at,
    isPacked: order.packed_at !== null && isAllPacked(lines),
    lines: lines.map((line) => ({
      position: line.position,
      text: packText(line),
      isDone: leftToPack(line) === 0,
    })),
    /** The path of the page for packing another order, if the number of that order was scanned. */
    ...(otherOrder ? { goTo: packPath(otherOrder.id, selection) } : {}),
    /** The path of the page that follows if the form is sent without JavaScript. */
    path: packPath(otherOrder?.id ?? order.id, selection),
  };
}

export function packPath(orderId: string, selection: readonly string[]): string {
  return `/admin/orders/${orderId}/pack${selection.length > 0 ? `?of=${selection.join(',')}` : ''}`;
}

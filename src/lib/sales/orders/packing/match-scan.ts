import { isGtin } from '#lib/catalog/feeds/gtin.ts';
import { boltName, metresText } from '#lib/primitives/metres.ts';
import { leftToPack, type PackLine } from '#lib/sales/orders/packing/pack-lines.ts';
import { goodsName } from '#lib/sales/orders/record/goods-name.ts';

export type ScanMatch =
  | { kind: 'line'; line: PackLine }
  | { kind: 'order' }
  | { kind: 'refused'; message: string }
  /** The code does not belong to any goods of this order. */
  | { kind: 'unknown' };

/**
 * Finds the line of an order that a scanned code belongs to. The code may be an SKU, a barcode, the label of a bolt
 * such as `TC/2`, or the number of the order itself.
 */
export function matchScan(code: string, orderNumber: string, lines: readonly PackLine[]): ScanMatch {
  const scanned = codeKey(code);
  if (scanned === codeKey(orderNumber)) return { kind: 'order' };
  const exact = lines.filter(({ codes }) => codes.some((one) => codeKey(one) === scanned));
  if (exact.length > 0) return firstIncomplete(code, exact);
  const label = /^(.+)\/(\d{1,4})$/.exec(scanned);
  const clothLines = label
    ? lines.filter(({ sellUnit, codes }) => sellUnit === 'metre' && codes.some((one) => codeKey(one) === label[1]))
    : [];
  return clothLines.length > 0 ? fromBolt(code, clothLines, Number(label?.[2]) - 1) : { kind: 'unknown' };
}

/** The code in a canonical form: scanners differ in case and in the leading zeros of a GTIN. */
export function codeKey(code: string): string {
  const plain = code.trim().toUpperCase();
  return isGtin(plain) ? plain.replace(/^0+/, '') : plain;
}

/** The first of the lines that is not complete; refuses the code if all of them are. */
function firstIncomplete(code: string, lines: readonly PackLine[]): ScanMatch {
  const line = lines.find((one) => leftToPack(one) > 0);
  if (line) return { kind: 'line', line };
  const ordered = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const name = lines[0] ? goodsName(lines[0]) : '';
  const amount = lines[0]?.sellUnit === 'metre' ? metresText(ordered) : String(ordered);
  return { kind: 'refused', message: `One too many: ${code} ${name} is complete with ${amount}.` };
}

/** The stock was taken from one bolt when the order was placed, so the cloth must be cut from it. */
function fromBolt(code: string, lines: readonly PackLine[], position: number): ScanMatch {
  const planned = lines.find((line) => line.boltPosition === position && leftToPack(line) > 0);
  if (planned) return { kind: 'line', line: planned };
  const incomplete = lines.find((line) => leftToPack(line) > 0);
  if (!incomplete) return firstIncomplete(code, lines);
  const expected = incomplete.boltPosition === null ? 'another bolt' : boltName(incomplete.boltPosition);
  const length = metresText(leftToPack(incomplete));
  const bolt = incomplete.bolts.find((one) => one.position === position);
  if (!bolt) return { kind: 'refused', message: `${code}: there is no such bolt. Cut ${length} from ${expected}.` };
  const isShort = bolt.lengthCm < leftToPack(incomplete);
  const why = isShort ? `has only ${metresText(bolt.lengthCm)} left` : 'is not the one that this order was taken from';
  const kind = isShort ? 'Too short' : 'Wrong bolt';
  return { kind: 'refused', message: `${kind}: ${boltName(position)} ${why}. Cut ${length} from ${expected}.` };
}

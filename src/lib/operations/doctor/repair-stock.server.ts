import { type LedgerRepair, planLedgerRepair, repairLedger } from '#lib/catalog/inventory/repair-ledger.server.ts';
import { type CommandShop, confirm } from '#lib/platform/cli/command.server.ts';
import { metresText } from '#lib/primitives/metres.ts';
import { countText } from '#lib/primitives/plural.ts';

/** Prints the missing lines of the stock ledger, asks for confirmation, and adds them. The stock does not change. */
export async function repairStock({ db, now }: CommandShop, { yes }: { yes?: true | undefined }): Promise<void> {
  const plan = await planLedgerRepair(db.write);
  if (plan.length === 0) return console.log('The stock ledger is correct. Nothing was changed.');
  for (const repair of plan) for (const line of repairLines(repair)) console.log(line);
  const lineCount = plan.reduce((sum, repair) => sum + repair.lines.length, 0);
  await confirm(`Add ${countText(lineCount, 'line')} to the stock ledger? The stock does not change.`, { yes }, '');
  await repairLedger(db, plan, now());
  console.log(`${countText(lineCount, 'line')} added. The stock ledger is correct.`);
}

function repairLines({ id, sku, product, sell_unit, quantity, ledgerSum, lines }: LedgerRepair): string[] {
  const quantityText = (value: number) => (sell_unit === 'metre' ? metresText(value) : String(value));
  return [
    `${sku ?? `${product} ${id}`}: ${quantityText(quantity)} in stock, but the ledger adds up to ${quantityText(ledgerSum)}`,
    ...lines.map(({ change, orderNumber }) => {
      const signedQuantity = `${change > 0 ? '+' : ''}${quantityText(change)}`;
      return `  ${signedQuantity.padStart(9)}  ${orderNumber ? `order ${orderNumber}` : 'correction'}`;
    }),
  ];
}

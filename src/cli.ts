/** The owner's tool: `npm run shop -- help`. It works while the shop serves. */
import { couponsCommand } from '#lib/cart/coupons-commands.server.ts';
import { exportCommand, importCommand } from '#lib/catalog/catalog-commands.server.ts';
import { ImportFileError } from '#lib/catalog/import-source.ts';
import { NewerDatabaseError } from '#lib/db/migrate.server.ts';
import { isUploadRefusal } from '#lib/files/upload.ts';
import { newsletterCommand } from '#lib/newsletter/newsletter-commands.server.ts';
import { ordersCommand } from '#lib/orders/orders-commands.server.ts';
import { stockCommand } from '#lib/orders/stock-commands.server.ts';
import { refundOrder } from '#lib/payments/refund-order.server.ts';
import { reviewsCommand } from '#lib/reviews/reviews-commands.server.ts';
import { type Command, helpText, runCommand, UsageError } from '#lib/shop/command.server.ts';
import { doctorCommand } from '#lib/shop/doctor.server.ts';
import { SettingsError } from '#lib/shop/settings.server.ts';
import { isShopError } from '#lib/shop/shop-error.ts';
import { exchangesCommand } from '#lib/support/exchanges-commands.server.ts';
import { ticketsCommand } from '#lib/support/tickets-commands.server.ts';

const COMMANDS: Command[] = [
  importCommand,
  exportCommand,
  ordersCommand(refundOrder),
  stockCommand,
  couponsCommand,
  reviewsCommand,
  ticketsCommand,
  newsletterCommand,
  exchangesCommand,
  doctorCommand,
];

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  try {
    return await runCommand(COMMANDS, args);
  } catch (error) {
    if (error instanceof UsageError) return complain(`${error.message}\n\n${helpFor(args[0])}`, 2);
    const isPlain =
      error instanceof ImportFileError ||
      error instanceof SettingsError ||
      error instanceof NewerDatabaseError ||
      isShopError(error) ||
      isUploadRefusal(error);
    if (isPlain) return complain(error.message, 1);
    return complain(error instanceof Error ? (error.stack ?? error.message) : String(error), 1);
  }
}

/** Of the command that was typed, if there is one: a wrong word needs no page of help. */
function helpFor(name: string | undefined): string {
  const named = COMMANDS.filter((command) => command.name === name);
  return helpText(named.length > 0 ? named : COMMANDS);
}

function complain(message: string, exitCode: number): number {
  console.error(message);
  return exitCode;
}

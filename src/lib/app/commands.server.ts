import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { CONTENT_DOCUMENTS, whenPublished } from '#lib/app/content-documents.server.ts';
import { digestCommand } from '#lib/app/digest-command.server.ts';
import { doctorCommand } from '#lib/app/doctor.server.ts';
import { backupCommand, restoreCommand } from '#lib/backup/backup-commands.server.ts';
import { couponsCommand } from '#lib/cart/coupons-commands.server.ts';
import { exchangesCommand } from '#lib/exchanges/exchanges-commands.server.ts';
import { exportCommand } from '#lib/import/export-command.server.ts';
import { categoriesCommand, goodsCommand } from '#lib/import/goods-commands.server.ts';
import { importCommand } from '#lib/import/import-command.server.ts';
import { stockCommand } from '#lib/inventory/stock-commands.server.ts';
import { moveCommand } from '#lib/move/move-command.server.ts';
import { newsletterCommand } from '#lib/newsletter/newsletter-commands.server.ts';
import { ordersCommand } from '#lib/orders/orders-commands.server.ts';
import { refundOrder } from '#lib/payments/refund-order.server.ts';
import { secretKeyCommand } from '#lib/platform/cli/secret-key-command.server.ts';
import { mailsCommand } from '#lib/platform/mail/mails-commands.server.ts';
import { contentCommand } from '#lib/publishing/content-commands.server.ts';
import { settingsCommand } from '#lib/publishing/settings-commands.server.ts';
import { waitingCommand } from '#lib/restock/waiting-command.server.ts';
import { reviewsCommand } from '#lib/reviews/reviews-commands.server.ts';
import { searchCommand } from '#lib/search/search-commands.server.ts';
import { setupCommand } from '#lib/setup/setup-command.server.ts';
import { SETTINGS } from '#lib/shop/settings.schema.ts';
import { ticketsCommand } from '#lib/tickets/tickets-commands.server.ts';

export function shopCommands(): CommandUnknownOpts[] {
  return [
    setupCommand(),
    contentCommand(CONTENT_DOCUMENTS, whenPublished),
    settingsCommand(SETTINGS, whenPublished),
    importCommand(),
    exportCommand(),
    goodsCommand(),
    categoriesCommand(),
    ordersCommand(refundOrder),
    stockCommand(waitingCommand()),
    searchCommand(),
    couponsCommand(),
    reviewsCommand(),
    ticketsCommand(),
    mailsCommand(),
    newsletterCommand(),
    exchangesCommand(),
    backupCommand(),
    restoreCommand(),
    moveCommand(),
    secretKeyCommand(),
    digestCommand(),
    doctorCommand(),
  ];
}

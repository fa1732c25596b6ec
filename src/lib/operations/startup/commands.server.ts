import type { CommandUnknownOpts } from '@commander-js/extra-typings';

/** The commands, in the order of the help. A command's modules are imported only when the command is used. */
const COMMANDS: Readonly<Record<string, () => Promise<CommandUnknownOpts>>> = {
  setup: async () => (await import('#lib/operations/setup/setup-command.server.ts')).setupCommand(),
  content: async () => (await import('#lib/content/publishing/content-commands.server.ts')).contentCommand(),
  settings: async () => (await import('#lib/content/publishing/settings-commands.server.ts')).settingsCommand(),
  import: async () => (await import('#lib/catalog/import/import-command.server.ts')).importCommand(),
  export: async () => (await import('#lib/catalog/import/export/export-command.server.ts')).exportCommand(),
  goods: async () => (await import('#lib/catalog/import/goods-commands.server.ts')).goodsCommand(),
  categories: async () => (await import('#lib/catalog/import/goods-commands.server.ts')).categoriesCommand(),
  orders: async () => {
    const { ordersCommand } = await import('#lib/sales/orders/commands/orders-commands.server.ts');
    return ordersCommand(async (...args) => {
      const { refundOrder } = await import('#lib/sales/payments/refund-order.server.ts');
      return refundOrder(...args);
    });
  },
  stock: async () => {
    const { stockCommand } = await import('#lib/catalog/inventory/stock-commands.server.ts');
    const { waitingCommand } = await import('#lib/sales/back-in-stock/waiting-command.server.ts');
    return stockCommand(waitingCommand());
  },
  search: async () => (await import('#lib/catalog/search/search-commands.server.ts')).searchCommand(),
  coupons: async () => (await import('#lib/sales/cart/coupons/coupons-commands.server.ts')).couponsCommand(),
  reviews: async () => (await import('#lib/customers/reviews/reviews-commands.server.ts')).reviewsCommand(),
  tickets: async () => (await import('#lib/customers/support/tickets-commands.server.ts')).ticketsCommand(),
  messages: async () => (await import('#lib/customers/contact/messages-command.server.ts')).messagesCommand(),
  admin: async () => (await import('#lib/admin/staff/staff-commands.server.ts')).adminCommand(),
  mails: async () => (await import('#lib/platform/mail/mails-commands.server.ts')).mailsCommand(),
  newsletter: async () => (await import('#lib/customers/newsletter/newsletter-commands.server.ts')).newsletterCommand(),
  exchanges: async () => (await import('#lib/sales/exchanges/exchanges-commands.server.ts')).exchangesCommand(),
  backup: async () => (await import('#lib/operations/backup/backup-commands.server.ts')).backupCommand(),
  restore: async () => (await import('#lib/operations/backup/backup-commands.server.ts')).restoreCommand(),
  move: async () => (await import('#lib/operations/database-move/move-command.server.ts')).moveCommand(),
  'secret-key': async () => (await import('#lib/platform/cli/secret-key-command.server.ts')).secretKeyCommand(),
  digest: async () => (await import('#lib/operations/jobs/digest-command.server.ts')).digestCommand(),
  doctor: async () => (await import('#lib/operations/doctor/doctor.server.ts')).doctorCommand(),
};

/** Returns the command with this name. If there is no such command, returns all commands, for the help. */
export function shopCommands(name = ''): Promise<CommandUnknownOpts[]> {
  const loadCommand = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return Promise.all((loadCommand ? [loadCommand] : Object.values(COMMANDS)).map((load) => load()));
}

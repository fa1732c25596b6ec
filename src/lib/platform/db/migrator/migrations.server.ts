import { catalogueTables } from '#lib/platform/db/migrations/0001-catalogue.server.ts';
import { contactTable } from '#lib/platform/db/migrations/0002-contact.server.ts';
import { identityTables } from '#lib/platform/db/migrations/0003-identity.server.ts';
import { mailTables } from '#lib/platform/db/migrations/0004-mail.server.ts';
import { addressTable } from '#lib/platform/db/migrations/0005-address.server.ts';
import { cartTables } from '#lib/platform/db/migrations/0006-cart.server.ts';
import { orderTables } from '#lib/platform/db/migrations/0007-orders.server.ts';
import { paymentTables } from '#lib/platform/db/migrations/0008-payments.server.ts';
import { supportTables } from '#lib/platform/db/migrations/0009-support.server.ts';
import { newsletterTable } from '#lib/platform/db/migrations/0010-newsletter.server.ts';
import { redirectTable } from '#lib/platform/db/migrations/0011-redirects.server.ts';
import { reviewColumns } from '#lib/platform/db/migrations/0012-reviews.server.ts';
import { exchangeTables } from '#lib/platform/db/migrations/0014-exchange.server.ts';
import { refundTable } from '#lib/platform/db/migrations/0017-refund.server.ts';
import { fewerIndexes } from '#lib/platform/db/migrations/0021-fewer-indexes.server.ts';
import { lighterOrders } from '#lib/platform/db/migrations/0022-lighter-orders.server.ts';
import { repairOrders } from '#lib/platform/db/migrations/0023-repair-orders.server.ts';
import { unpaidOrders } from '#lib/platform/db/migrations/0024-unpaid-orders.server.ts';
import { attemptTable } from '#lib/platform/db/migrations/0025-attempt.server.ts';
import { htmlRules } from '#lib/platform/db/migrations/0026-html-rules.server.ts';
import { mailTurns } from '#lib/platform/db/migrations/0027-mail-turns.server.ts';
import { whoseCoupon } from '#lib/platform/db/migrations/0028-whose-coupon.server.ts';
import { stockLedger } from '#lib/platform/db/migrations/0029-stock-ledger.server.ts';
import { categoryHsn } from '#lib/platform/db/migrations/0030-category-hsn.server.ts';
import { orderCredit } from '#lib/platform/db/migrations/0031-order-credit.server.ts';
import { whatWasOrdered } from '#lib/platform/db/migrations/0032-what-was-ordered.server.ts';
import { exchangeGoods } from '#lib/platform/db/migrations/0033-exchange-goods.server.ts';
import { orderMailbox } from '#lib/platform/db/migrations/0034-order-mailbox.server.ts';
import { upstreamFault } from '#lib/platform/db/migrations/0035-upstream-fault.server.ts';
import { search } from '#lib/platform/db/migrations/0036-search.server.ts';
import { restock } from '#lib/platform/db/migrations/0037-restock.server.ts';
import { importAnswer } from '#lib/platform/db/migrations/0038-import-answer.server.ts';
import { sitemapFiles } from '#lib/platform/db/migrations/0039-sitemap-files.server.ts';
import { ordersOfEmail } from '#lib/platform/db/migrations/0040-orders-of-email.server.ts';
import { cdnPurge } from '#lib/platform/db/migrations/0041-cdn-purge.server.ts';
import { ownContent } from '#lib/platform/db/migrations/0042-own-content.server.ts';
import { ownerNotice } from '#lib/platform/db/migrations/0043-owner-notice.server.ts';
import { installationNotes } from '#lib/platform/db/migrations/0044-installation-notes.server.ts';
import { taxScheme } from '#lib/platform/db/migrations/0046-tax-scheme.server.ts';
import { skuKey } from '#lib/platform/db/migrations/0048-sku-key.server.ts';
import { networksAndMailboxes } from '#lib/platform/db/migrations/0049-networks-and-mailboxes.server.ts';
import { refuseOldPrograms } from '#lib/platform/db/migrations/0050-refuse-old-programs.server.ts';
import { unverifiedLines } from '#lib/platform/db/migrations/0051-unverified-lines.server.ts';
import { adminTables } from '#lib/platform/db/migrations/0052-admin.server.ts';
import { orderDesk } from '#lib/platform/db/migrations/0053-order-desk.server.ts';
import { packing } from '#lib/platform/db/migrations/0054-packing.server.ts';
import { orderActions } from '#lib/platform/db/migrations/0055-order-actions.server.ts';
import { orderList } from '#lib/platform/db/migrations/0056-order-list.server.ts';
import { manualOrders } from '#lib/platform/db/migrations/0057-manual-orders.server.ts';
import { auditFilters } from '#lib/platform/db/migrations/0058-audit-filters.server.ts';
import { orderSearch } from '#lib/platform/db/migrations/0059-order-search.server.ts';
import { inbox } from '#lib/platform/db/migrations/0060-inbox.server.ts';
import { productSummary } from '#lib/platform/db/migrations/0061-product-summary.server.ts';
import { bulkProducts } from '#lib/platform/db/migrations/0062-bulk-products.server.ts';
import { moneyReports } from '#lib/platform/db/migrations/0063-money-reports.server.ts';
import { scheduledSales } from '#lib/platform/db/migrations/0064-scheduled-sales.server.ts';
import { customerList } from '#lib/platform/db/migrations/0066-customer-list.server.ts';
import { catalogueImport } from '#lib/platform/db/migrations/0069-catalogue-import.server.ts';
import { couponGoods } from '#lib/platform/db/migrations/0073-coupon-goods.server.ts';
import { searchRedirects } from '#lib/platform/db/migrations/0074-search-redirects.server.ts';
import { customerNotes } from '#lib/platform/db/migrations/0075-customer-notes.server.ts';
import { exchangeTimes } from '#lib/platform/db/migrations/0076-exchange-times.server.ts';
import { webVitals } from '#lib/platform/db/migrations/0079-web-vitals.server.ts';
import { cashConfirmations } from '#lib/platform/db/migrations/0080-cash-confirmations.server.ts';
import { onlinePayment } from '#lib/platform/db/migrations/0081-online-payment.server.ts';
import { shipments } from '#lib/platform/db/migrations/0082-shipments.server.ts';
import { orderPincodes } from '#lib/platform/db/migrations/0083-order-pincodes.server.ts';
import { cashRules } from '#lib/platform/db/migrations/0084-cash-rules.server.ts';
import { giftWrapAndOutfits } from '#lib/platform/db/migrations/0085-gift-wrap-and-outfits.server.ts';
import { swatches } from '#lib/platform/db/migrations/0086-swatches.server.ts';
import { clearNames } from '#lib/platform/db/migrations/0087-clear-names.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/**
 * All migrations in the order in which they run. Never change a migration that has been merged; add another migration.
 */
export const MIGRATIONS: Migration[] = [
  catalogueTables,
  contactTable,
  identityTables,
  mailTables,
  addressTable,
  cartTables,
  orderTables,
  paymentTables,
  newsletterTable,
  redirectTable,
  reviewColumns,
  supportTables,
  exchangeTables,
  refundTable,
  fewerIndexes,
  lighterOrders,
  repairOrders,
  unpaidOrders,
  attemptTable,
  htmlRules,
  mailTurns,
  whoseCoupon,
  stockLedger,
  categoryHsn,
  orderCredit,
  whatWasOrdered,
  exchangeGoods,
  orderMailbox,
  upstreamFault,
  search,
  restock,
  importAnswer,
  sitemapFiles,
  ordersOfEmail,
  cdnPurge,
  ownContent,
  ownerNotice,
  installationNotes,
  taxScheme,
  skuKey,
  networksAndMailboxes,
  refuseOldPrograms,
  unverifiedLines,
  adminTables,
  orderDesk,
  packing,
  orderActions,
  orderList,
  manualOrders,
  auditFilters,
  orderSearch,
  inbox,
  productSummary,
  bulkProducts,
  moneyReports,
  scheduledSales,
  customerList,
  catalogueImport,
  couponGoods,
  searchRedirects,
  customerNotes,
  exchangeTimes,
  webVitals,
  cashConfirmations,
  onlinePayment,
  shipments,
  orderPincodes,
  cashRules,
  giftWrapAndOutfits,
  swatches,
  clearNames,
];

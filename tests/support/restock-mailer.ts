/** A program that only sends back-in-stock emails: `node tests/support/restock-mailer.ts DATA_DIR DATABASE_URL`. */
import { pino } from 'pino';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { every } from '#lib/platform/jobs/every.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { notifyWaitingCustomers } from '#lib/sales/back-in-stock/notify-waiting-customers.server.ts';
import { SECRET_KEY } from './restock-fixture.ts';

const [dataDir = '', databaseUrl = ''] = process.argv.slice(2);
const db = await openDatabase({ dataDir, databaseUrl });
const shop = { db, settings: readSettings({}), secretKey: SECRET_KEY, now: Date.now };
every(5, 'send back-in-stock mails', (signal) => notifyWaitingCustomers(shop, signal), pino({ level: 'silent' }));

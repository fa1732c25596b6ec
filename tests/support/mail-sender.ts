/**
 * A program that only sends emails, with a clock that may be ahead:
 * `node tests/support/mail-sender.ts DATA_DIR DATABASE_URL AHEAD_MS`.
 */
import { pino } from 'pino';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { every } from '#lib/platform/jobs/every.server.ts';
import { newMailSender, sendDueMail } from '#lib/platform/mail/mail-worker.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';

const [dataDir = '', databaseUrl = '', aheadMs = '0'] = process.argv.slice(2);
const db = await openDatabase({ dataDir, databaseUrl });
const log = pino({ level: 'silent' });
const shop = { db, log, settings: readSettings(process.env), now: () => Date.now() + Number(aheadMs) };
const sender = newMailSender();
every(20, 'mail', (signal) => sendDueMail(shop, sender, signal), log);

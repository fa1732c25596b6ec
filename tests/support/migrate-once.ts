/** Migrates a database in a separate process: `node tests/support/migrate-once.ts DATA_DIR [DATABASE_URL]`. */
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';

const [dataDir = '', databaseUrl] = process.argv.slice(2);
const db = await openDatabase({ dataDir, databaseUrl });
await migrate(db);
await db.close();

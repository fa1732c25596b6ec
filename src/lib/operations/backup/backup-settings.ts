import type { Settings } from '#lib/platform/settings/settings.server.ts';

/** Where the data of a shop is stored. */
export type BackupSettings = Pick<Settings, 'dataDir' | 'databaseUrl' | 'storageUrl'>;

import type { Settings } from '#lib/platform/settings/settings.server.ts';

/** The settings that define where the data of a shop is stored. */
export type BackupSettings = Pick<Settings, 'dataDir' | 'databaseUrl' | 'storageUrl'>;

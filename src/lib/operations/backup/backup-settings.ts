import type { Settings } from '#lib/platform/settings.server.ts';

/** Where the parts of a shop are. */
export type BackupSettings = Pick<Settings, 'dataDir' | 'databaseUrl' | 'storageUrl'>;

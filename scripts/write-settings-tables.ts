/** Writes the settings tables in docs/deployment.md. Run this script after changing src/lib/platform/settings. */
import { readFileSync, writeFileSync } from 'node:fs';
import { withSettingsTables } from './settings-tables.ts';

const FILE = new URL('../docs/deployment.md', import.meta.url);
writeFileSync(FILE, withSettingsTables(readFileSync(FILE, 'utf8')));

/** Writes the tables of settings in docs/deployment.md, after a change of src/lib/platform/settings. */
import { readFileSync, writeFileSync } from 'node:fs';
import { withSettingsTables } from './settings-tables.ts';

const FILE = new URL('../docs/deployment.md', import.meta.url);
writeFileSync(FILE, withSettingsTables(readFileSync(FILE, 'utf8')));

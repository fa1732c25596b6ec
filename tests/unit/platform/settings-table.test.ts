import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SETTING_NAMES } from '#lib/platform/setting-names.ts';
import { readSettings } from '#lib/platform/settings.server.ts';
import { root } from '#support/project-root.ts';

test('the table of settings names every one that is read, and no other', () => {
  const read = new Set<string>();
  const env = new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => void read.add(String(name)) });
  readSettings(env);
  expect(SETTING_NAMES.filter((name) => name !== 'RAZORPAY_API_URL')).toEqual([...read].sort());
  const page = readFileSync(`${root}docs/deployment.md`, 'utf8');
  const table = /^## Settings$([\s\S]*?)^## /m.exec(page)?.[1] ?? '';
  const named = [...table.matchAll(/^\| ([^|]*) \|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`([A-Z_]+)`/g)]);
  expect(named.map(([, name = '']) => name).sort()).toEqual([...read].sort());
});

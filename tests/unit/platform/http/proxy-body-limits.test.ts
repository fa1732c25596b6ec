import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '#lib/platform/http/guards.server.ts';
import { root } from '#support/project-root.ts';

const MEBIBYTE = 1024 * 1024;

// In Caddy, an MB is 1,000,000 bytes; in nginx, an m is a mebibyte.
test.each([
  ['caddy/Caddyfile', /max_size (\d+)(MB|MiB)$/m, { MB: 1_000_000, MiB: MEBIBYTE }],
  ['nginx/taana.conf', /client_max_body_size (\d+)(m);$/m, { m: MEBIBYTE }],
])('deploy/%s accepts the largest body that the shop accepts', (file, limit, units: Record<string, number>) => {
  const [, number, unit = ''] = limit.exec(readFileSync(`${root}deploy/${file}`, 'utf8')) ?? [];
  expect(Number(number) * (units[unit] ?? Number.NaN)).toBeGreaterThanOrEqual(MAX_BODY_BYTES);
});

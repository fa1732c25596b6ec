import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#support/project-root.ts';

/** A page with forms of several records, none of which is shown again with what was typed. */
const OF_SEVERAL_RECORDS = ['src/components/admin/list/SaveView.astro'];

test('forms of the admin keep the version that the person saw', () => {
  const files = globSync('src/{components,pages}/admin/**/*.astro', { cwd: root });
  expect(files.length).toBeGreaterThan(50);
  const own = files.filter((file) => /name="version"/.test(readFileSync(join(root, file), 'utf8')));
  expect(own.sort()).toEqual(['src/components/admin/FormVersion.astro', ...OF_SEVERAL_RECORDS]);
});

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#support/project-root.ts';

test('forms of the admin keep the version that the person saw', () => {
  const files = globSync('src/{components,pages}/admin/**/*.astro', { cwd: root });
  expect(files.length).toBeGreaterThan(50);
  const own = files.filter((file) => /name="version"/.test(readFileSync(join(root, file), 'utf8')));
  expect(own).toEqual(['src/components/admin/FormVersion.astro']);
});

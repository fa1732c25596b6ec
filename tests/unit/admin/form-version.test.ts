import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#support/project-root.ts';

test('admin forms get their version field only from FormVersion.astro', () => {
  const files = globSync('src/{components,pages}/admin/**/*.astro', { cwd: root });
  expect(files.length).toBeGreaterThan(50);
  const withVersionField = files.filter((file) => /name="version"/.test(readFileSync(join(root, file), 'utf8')));
  expect(withVersionField).toEqual(['src/components/admin/FormVersion.astro']);
});

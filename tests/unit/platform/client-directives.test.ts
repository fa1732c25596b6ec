import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#support/project-root.ts';
import { USED_DIRECTIVES } from '../../../integrations/islands.ts';

test('the build registers the directives that pages use, and no others', () => {
  const sources = globSync('src/**/*.astro', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  const usedDirectives = sources.flatMap((source) =>
    [...source.matchAll(/\sclient:([a-z]+)/g)].map(([, name]) => name),
  );
  expect(new Set(usedDirectives)).toEqual(USED_DIRECTIVES);
});

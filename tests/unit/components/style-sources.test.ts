import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';

/** The paths that style sheets scan. Tailwind does not report paths without files, whose classes would be missing. */
const SOURCES = globSync('src/components/site/*.css').flatMap((sheet) =>
  [...readFileSync(sheet, 'utf8').matchAll(/@source (?:not )?"([^"]+)"/g)].flatMap(([, path = '']) =>
    expandBraces(path).map((expandedPath) => ({ sheet, path: expandedPath })),
  ),
);

/** Expands `a/{b,c}` to `a/b` and `a/c`. */
function expandBraces(path: string): string[] {
  const [group = '', names = ''] = /\{([^}]*)\}/.exec(path) ?? [];
  return group ? names.split(',').map((name) => path.replace(group, name)) : [path];
}

test('style sheets name the files that they scan for classes', () => {
  expect(SOURCES.length).toBeGreaterThan(20);
});

test.each(SOURCES)('$path of $sheet names files that exist', ({ sheet, path }) => {
  expect(globSync(path, { cwd: dirname(sheet) })).not.toEqual([]);
});

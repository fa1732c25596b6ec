import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';

/** Tailwind does not report a path that matches no file, so its classes would have no styles. */
const SOURCES = globSync('src/components/site/*.css').flatMap((sheet) =>
  [...readFileSync(sheet, 'utf8').matchAll(/@source (?:not )?"([^"]+)"/g)].flatMap(([, path = '']) =>
    alternatives(path).map((expanded) => ({ sheet, path: expanded })),
  ),
);

/** `a/{b,c}` becomes `a/b` and `a/c`. */
function alternatives(path: string): string[] {
  const [group = '', names = ''] = /\{([^}]*)\}/.exec(path) ?? [];
  return group ? names.split(',').map((name) => path.replace(group, name)) : [path];
}

test('style sheets name the files that they scan for classes', () => {
  expect(SOURCES.length).toBeGreaterThan(20);
});

test.each(SOURCES)('$path of $sheet names files that exist', ({ sheet, path }) => {
  expect(globSync(path, { cwd: dirname(sheet) })).not.toEqual([]);
});

/** Everything that can be said of the code without running it, and the sizes of what the browser gets. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const CHECKS: [string, string[]][] = [
  ['code style and lint', ['biome', 'ci', '--error-on-warnings', '.']],
  ['style of .astro files', ['prettier', '--check', 'src/**/*.astro']],
  ['expressions that a long text slows', ['eslint', '--max-warnings=0', 'src']],
  ['types', ['astro', 'check', '--minimumFailingSeverity', 'warning']],
  ['arrows between rooms', ['depcruise', '--config', '.dependency-cruiser.cjs', 'src']],
  ['arrows of .astro files, circles of folders', ['node', 'scripts/check-rooms.ts']],
  ['dead code', ['knip']],
  ['HTML only where it is safe', ['node', 'scripts/check-html.ts']],
  ['build', ['node', 'scripts/build-if-needed.ts']],
  ['sizes', ['node', 'scripts/check-sizes.ts']],
];

let failed = 0;
for (const [name, [program = '', ...args]] of CHECKS) {
  const command = program === 'node' ? process.execPath : `node_modules/.bin/${program}`;
  const result = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', FORCE_COLOR: '0' },
  });
  const ok = result.status === 0;
  console.log(`${ok ? '✓' : '✗'} ${name}`);
  if (!ok) {
    failed += 1;
    console.log(result.stdout, result.stderr);
  }
}
console.log(`checks: ${CHECKS.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

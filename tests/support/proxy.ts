import { findProgram } from '#support/find-program.ts';

/** Vitest's global setup: installs a proxy in CI, before test files look for one in parallel. */
export default function setup(): void {
  findProgram('nginx', Boolean(process.env.CI));
}

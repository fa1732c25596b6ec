import { findProgram } from '#support/find-program.ts';

/** Vitest's global setup: installs nginx in CI before test files look for it in parallel. */
export default function setup(): void {
  findProgram('nginx', Boolean(process.env.CI));
}

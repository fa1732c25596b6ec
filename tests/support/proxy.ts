import { findProgram } from '#support/find-program.ts';

/** Vitest's global setup: CI has a proxy, taken from Debian before files of tests look for one side by side. */
export default function setup(): void {
  findProgram('nginx', Boolean(process.env.CI));
}

import { fileURLToPath } from 'node:url';

/** The folder of the project, with a trailing slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

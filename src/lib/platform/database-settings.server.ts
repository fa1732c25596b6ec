import type { EnvReader } from '#lib/platform/env-reader.server.ts';

export interface DatabaseSettings {
  databaseUrl: string | undefined;
  databaseReadUrl: string | undefined;
}

const PROTOCOLS = ['postgres:', 'postgresql:'];

export function readDatabase(env: EnvReader): DatabaseSettings {
  const databaseUrl = env.address('DATABASE_URL', PROTOCOLS);
  const databaseReadUrl = env.address('DATABASE_READ_URL', PROTOCOLS);
  // An error for it would come with the first page, and show the password in the log.
  if (databaseReadUrl && !URL.canParse(withOneHost(databaseReadUrl)))
    env.problems.push('DATABASE_READ_URL is no address; special characters in its password are written like %40.');
  if (databaseReadUrl && !env.text('DATABASE_URL'))
    env.problems.push('DATABASE_READ_URL is for PostgreSQL only: DATABASE_URL is needed with it.');
  return { databaseUrl, databaseReadUrl };
}

function withOneHost(url: string): string {
  const hostAt = url.lastIndexOf('@') + 1;
  return url.slice(0, hostAt) + url.slice(hostAt).replace(/,[^/?]*/, '');
}

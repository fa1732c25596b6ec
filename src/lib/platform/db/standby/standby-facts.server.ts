import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { BorrowedClient } from '#lib/platform/db/postgres/postgres-client.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { DatabaseUnavailable } from '#lib/platform/db/query/unavailable.server.ts';

export interface StandbyFacts {
  /** Identifies the server process. The value changes when the server restarts. */
  server: string;
  /** The replayed position, in bytes from the start of the log; 0 until it is read for the first time. */
  replayedPosition: number;
}

/** The SQL of a value that is the same for a database and its standbys. */
const DATABASE_IDENTITY = `(select system_identifier from pg_control_system())::text || '/' ||
  (select oid from pg_database where datname = current_database())::text`;
const FACTS_QUERY = `select pg_is_in_recovery() as is_in_recovery, ${DATABASE_IDENTITY} as database,
  concat_ws(' ', pg_postmaster_start_time(), inet_server_addr(), inet_server_port()) as server`;

const REPLAYED_POSITION_QUERY = "select (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::int8 as position";

/**
 * Returns the facts about a standby. Throws DatabaseUnavailable if the server is not a standby of the database that
 * `identity` identifies.
 */
export async function readStandbyFacts(client: pg.ClientBase, identity: string | undefined): Promise<StandbyFacts> {
  const { rows } = await client.query<{ is_in_recovery: boolean; database: string; server: string }>(FACTS_QUERY);
  const [facts] = rows;
  if (!facts?.is_in_recovery) throw new DatabaseUnavailable('the host of DATABASE_READ_URL is not a standby');
  if (facts.database !== identity) throw new DatabaseUnavailable('DATABASE_READ_URL is not a copy of DATABASE_URL');
  return { server: facts.server, replayedPosition: 0 };
}

/** Returns the position that the standby has replayed, in bytes from the start of the log. */
export async function readReplayedPosition(client: BorrowedClient): Promise<number> {
  const { rows } = await client.query<{ position: number | null }>(REPLAYED_POSITION_QUERY);
  return rows[0]?.position ?? 0;
}

export async function databaseIdentity(primary: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ database: string }>`select ${sql.raw(DATABASE_IDENTITY)} as database`.execute(primary);
  return rows[0]?.database ?? '';
}

/** Returns the position up to which the primary has flushed its log to disk. */
export function flushedPosition(primary: Kysely<Tables>): Promise<number> {
  return positionOf(primary, 'pg_current_wal_flush_lsn()');
}

/**
 * Writes a message to the log and returns the position of the message, which is after all changes that are visible now.
 * A standby reaches this position even if there are no further changes.
 */
export function markPosition(primary: Kysely<Tables>): Promise<number> {
  return positionOf(primary, "pg_logical_emit_message(true, 'read', '')");
}

async function positionOf(primary: Kysely<Tables>, lsnExpression: string): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select (${sql.raw(lsnExpression)} - '0/0'::pg_lsn)::int8 as position`.execute(primary);
  const position = rows[0]?.position;
  if (position === undefined) throw new DatabaseUnavailable('the primary did not report its position');
  return position;
}

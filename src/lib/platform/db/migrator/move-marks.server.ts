import { ShopError } from '#lib/platform/errors/shop-error.ts';

/**
 * Matches the mark of a move. Marks are stored as names of migrations, because older versions of the shop don't start
 * if the database has a migration that they don't know.
 */
const MARK = /^(moved|arriving):([0-9a-f]+)(?::(.*))?$/s;

export interface MoveMarks {
  /** Set if the shop was moved to another database, by the move with this id. */
  moved?: { id: string; destination: string };
  /** Set if the copy in this database is complete, but the source database may still be in use. */
  arriving?: { id: string };
}

export function movedMark(id: string, destination: string): string {
  return `moved:${id}:${destination}`;
}

export function arrivingMark(id: string): string {
  return `arriving:${id}`;
}

export function readMoveMarks(migrationNames: readonly string[]): MoveMarks {
  const marks: MoveMarks = {};
  for (const name of migrationNames) {
    const [, kind, id = '', destination = ''] = MARK.exec(name) ?? [];
    if (kind === 'moved') marks.moved = { id, destination };
    if (kind === 'arriving') marks.arriving = { id };
  }
  return marks;
}

/** Throws a ShopError (`refused`) if the database is the source of a move or the target of an unfinished move. */
export function assertNotMoved(migrationNames: readonly string[]): void {
  const { moved, arriving } = readMoveMarks(migrationNames);
  if (moved)
    throw new ShopError(
      'refused',
      `This shop was moved to ${moved.destination}, and is no longer here. Start it there.`,
    );
  if (arriving)
    throw new ShopError(
      'refused',
      'A move into this database was interrupted just before it finished. Run npm run shop -- move again, with the settings of the old database.',
    );
}

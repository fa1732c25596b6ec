import { ShopError } from '#lib/platform/errors/shop-error.ts';

/** Marks stand among the migrations, so that versions which know nothing of them refuse such a database too. */
const MARK = /^(moved|arriving):([0-9a-f]+)(?::(.*))?$/s;

export interface MoveMarks {
  /** The shop has left for another database, by the move of this id. */
  moved?: { id: string; where: string };
  /** All of it is here, but the database that it comes from may still be the one in use. */
  arriving?: { id: string };
}

export function movedMark(id: string, where: string): string {
  return `moved:${id}:${where}`;
}

export function arrivingMark(id: string): string {
  return `arriving:${id}`;
}

export function readMoveMarks(names: readonly string[]): MoveMarks {
  const marks: MoveMarks = {};
  for (const name of names) {
    const [, kind, id = '', where = ''] = MARK.exec(name) ?? [];
    if (kind === 'moved') marks.moved = { id, where };
    if (kind === 'arriving') marks.arriving = { id };
  }
  return marks;
}

/** Throws `refused` for a database that the shop has left, or has not quite reached. */
export function refuseMoved(names: readonly string[]): void {
  const { moved, arriving } = readMoveMarks(names);
  if (moved)
    throw new ShopError('refused', `This shop was moved to ${moved.where}, and is no longer here. Start it there.`);
  if (arriving)
    throw new ShopError(
      'refused',
      'A move into this database was broken off just before its end. Run npm run shop -- move again, with the settings of the old one.',
    );
}

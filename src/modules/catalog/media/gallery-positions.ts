import type { Tx } from '../../../platform/database/connect.js';
import { LIMITS } from '../../../registry/limits.js';
import { SHOWN } from './read-media.js';

/** A picture of a gallery and its position. */
export interface Placed {
  readonly id: string;
  readonly position: number;
}

/**
 * Reads the gallery of a mod, in order. The caller locks the mod's row before, or checks the mod's
 * revision after.
 */
export function readGallery(tx: Tx, modId: string): Promise<Placed[]> {
  return tx.media.findMany({
    where: { modId, kind: 'gallery', ...SHOWN },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    select: { id: true, position: true },
  });
}

/**
 * Computes the positions if a picture is inserted at the position `wanted`, by default after the
 * last. Writes nothing: `moved` are the other pictures that need a new position. Pictures that
 * would share a position get the next higher free one. At the end of the range
 * (`LIMITS.mediaPosition`) the preceding pictures get lower ones instead. Afterwards no two
 * pictures share a position.
 */
export function positionsWithNew(
  others: readonly Placed[],
  wanted: number | null,
): { readonly position: number; readonly moved: readonly Placed[] } {
  const at = wanted ?? (others.at(-1)?.position ?? -1) + 1;
  const before = others.filter(({ position }) => position < at);
  const after = others.filter(({ position }) => position >= at);
  const order: readonly { readonly id: string | null; readonly position: number }[] = [
    ...before,
    { id: null, position: at },
    ...after,
  ];
  const positions = apart(order.map(({ position }) => position));
  const moved = order.flatMap(({ id, position }, place) => {
    const next = positions[place] ?? position;
    return id !== null && next !== position ? [{ id, position: next }] : [];
  });
  return { position: positions[before.length] ?? at, moved };
}

/**
 * Raises or lowers positions in ascending order, so that they strictly rise and none is above
 * `LIMITS.mediaPosition`.
 */
function apart(positions: readonly number[]): number[] {
  let next = 0;
  return positions.map((position, place) => {
    const highest = LIMITS.mediaPosition - (positions.length - 1 - place);
    const free = Math.max(position, next);
    next = free + 1;
    return Math.min(free, highest);
  });
}

/**
 * Writes new positions of pictures of one gallery. A first statement moves them to negative
 * positions, because the unique index allows no two pictures at one position, even for a moment.
 */
export async function movePictures(tx: Tx, moved: readonly Placed[]): Promise<void> {
  if (moved.length === 0) return;
  await tx.$executeRaw`
    update media set position = -1 - position where id = any(${moved.map(({ id }) => id)}::uuid[])`;
  await tx.$executeRaw`
    update media m set position = n.position
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as n(id uuid, position int)
    where m.id = n.id`;
}

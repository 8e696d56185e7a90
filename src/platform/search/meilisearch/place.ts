import type { Candidate } from './request.js';

/** A position in the order of hits: by score, popularity and id. */
export interface Place {
  readonly score: number;
  readonly popularity: number;
  readonly modId: string;
  /** The rank at that time. Writes move it. */
  readonly rank: number;
}

/** Marks the positions of this engine, so that no other one reads them. */
const MARK = 'meilisearch:';

/** Whether a search of Meilisearch returned the position. */
export function isMeiliPosition(position: string): boolean {
  return position.startsWith(MARK);
}

/** The position after a hit. */
export function positionOf({ score, popularity, modId, rank }: Candidate): string {
  return MARK + JSON.stringify([score, popularity, modId, rank]);
}

/**
 * Reads a position that `positionOf` wrote. A MAC protects the cursor that contains it. Call
 * `isMeiliPosition` first: it cannot read the position of another engine.
 */
export function placeOf(position: string): Place {
  const [score, popularity, modId, rank] = JSON.parse(position.slice(MARK.length)) as [
    number,
    number,
    string,
    number,
  ];
  return { score, popularity, modId, rank };
}

/** Whether a hit comes after a place. */
export function isAfter(hit: Candidate, place: Place): boolean {
  if (hit.score !== place.score) return hit.score < place.score;
  if (hit.popularity !== place.popularity) return hit.popularity < place.popularity;
  return hit.modId > place.modId;
}

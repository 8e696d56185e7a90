import { Prisma } from '../../database/generated/client.js';
import { PREPARED } from '../../database/queries.js';
import { nearBeginnings } from '../plan/near-beginnings.js';
import type { QueryPlan } from '../plan/query-plan.js';
import type { Runner } from './entry-rows.js';
import { completions, type FoundTerm } from './lookup.js';
import { covers, FACTORS, type ResolvedUnit } from './query-units.js';

/** The most beginnings that are completed, the most likely ones first. */
const BEGINNINGS = 4;

/**
 * The units of a plan, with completions for a half-typed last word that has an error. Reads them
 * only if the other words have terms of the index and the last one has none: no term, completion or
 * correction by any unit. So other searches cost nothing more.
 */
export async function withNearCompletions(
  db: Runner,
  { words, isLastOpen }: QueryPlan,
  units: readonly ResolvedUnit[],
): Promise<readonly ResolvedUnit[]> {
  const last = words.length - 1;
  const typed = words[last]?.variants[0]?.term ?? '';
  const lacks = (at: number) => !units.some((unit) => covers(unit, at) && unit.options.length > 0);
  if (!isLastOpen || !lacks(last) || words.slice(0, last).some((_, at) => lacks(at))) return units;
  const beginnings = nearBeginnings(typed);
  if (beginnings.length === 0) return units;
  const options = await lookUpNear(db, beginnings);
  return units.map((unit) => {
    const isTyped = unit.from === last && unit.count === 1 && unit.terms[0]?.term === typed;
    return isTyped && options.length > 0 ? { ...unit, options: [options] } : unit;
  });
}

/** The completions of the first beginnings that the dictionary has. */
async function lookUpNear(db: Runner, beginnings: readonly string[]) {
  const rows = await db.$queryRaw<FoundTerm[]>`${PREPARED}
    with near as materialized (
      select q.prefix from unnest((select ${[...beginnings]}::text[])) with ordinality q(prefix, place)
        cross join lateral (
          select from search_terms t
          where t.term > q.prefix and t.term < q.prefix || chr(1114111) and t.keys is not null
          order by t.term limit 1) found
      order by q.place limit ${Prisma.raw(String(BEGINNINGS))})
    ${completions(Prisma.sql`(select prefix from near)`)}`;
  const byTerm = new Map(rows.map((row) => [row.term, { ...row, factor: FACTORS.nearPrefix }]));
  return [...byTerm.values()];
}

import type { Database } from '../../database/connect.js';
import { Prisma } from '../../database/generated/client.js';
import { transactLong } from '../../database/own-limits.js';
import { ALL_GAMES, levelLabels, titleLabels } from './entry-rows.js';
import { LAST_LEVEL, LEVEL_RANK } from './popularity-levels.js';
import { asWriter, closeEntries } from './write-entries.js';

/** Entries whose terms are counted. Of more, a random sample stands for all. */
const SAMPLE = 20_000;

/** Entries per transaction that get other labels, or terms per transaction that are removed. */
const BATCH = 500;

/** The time limit of the counting. Each of its statements reads the whole index. */
const COUNT_MS = 300_000;

/**
 * Counts what searches estimate with: mods of each game, popularity at each level, and mods with
 * each term. Then removes the terms without mods, and replaces the entries whose popularity has
 * changed by more than about a quarter, or whose level has changed, until `signal` aborts. Walks in
 * progress keep the replaced ones. The signal does not stop the counting.
 */
export async function refreshStatistics(db: Database, signal?: AbortSignal): Promise<void> {
  const unused = await transactLong(db, COUNT_MS, async (tx) => {
    await tx.$executeRaw`delete from search_statistics`;
    await tx.$executeRaw(countMods());
    return countTerms(tx);
  });
  for (let at = 0; at < unused.length && !signal?.aborted; at += BATCH) {
    await removeTerms(db, unused.slice(at, at + BATCH));
  }
  let after: bigint | null = 0n;
  while (after !== null && !signal?.aborted) after = await refreshPopularity(db, after);
}

function countMods(): Prisma.Sql {
  return Prisma.sql`
    with ranked as (
      select game_id, popularity, row_number() over (order by popularity desc) as rank,
        row_number() over (partition by game_id order by popularity desc) as game_rank
      from search_entries where closed_in is null),
    levels as (select ${LEVEL_RANK}::bigint << level as rank from generate_series(0, ${LAST_LEVEL}) level)
    insert into search_statistics (game_id, mods, thresholds)
    select game_id, count(*), coalesce(array_agg(popularity order by popularity desc)
      filter (where game_rank in (select rank from levels)), '{}') from ranked group by game_id
    union all
    select ${ALL_GAMES}, count(*), coalesce(array_agg(popularity order by popularity desc)
      filter (where rank in (select rank from levels)), '{}') from ranked`;
}

type Runner = Pick<Database, '$queryRaw' | '$executeRaw'>;

/**
 * Counts the mods with each term. Keeps stored counts that differ by a fifth at most, which saves
 * writes. Returns the terms that no current entry has; none if it counts a sample.
 */
async function countTerms(tx: Runner): Promise<string[]> {
  const [{ mods } = { mods: 0 }] = await tx.$queryRaw<{ mods: number }[]>`
    select mods from search_statistics where game_id = ${ALL_GAMES}`;
  const share = Math.min(1, SAMPLE / Math.max(1, mods));
  await tx.$executeRaw`
    create temporary table counted_terms (term text collate "C", tier text, mods int) on commit drop`;
  for (const tier of ['names', 'texts', 'body']) {
    const sample = share < 1 ? `tablesample bernoulli (${100 * share})` : '';
    const entries = `select ${tier} from search_entries ${sample} where closed_in is null`;
    await tx.$executeRaw`
      insert into counted_terms
      select word, ${tier}, ceil(ndoc / ${share}::float8) from ts_stat(${entries})`;
  }
  await tx.$executeRaw`
    update search_terms t set names = c.names, texts = c.texts, body = c.body
    from (
      select term, coalesce(max(mods) filter (where tier = 'names'), 0) as names,
        coalesce(max(mods) filter (where tier = 'texts'), 0) as texts, max(mods) as body
      from counted_terms group by term) c
    where c.term = t.term and (abs(t.names - c.names) > c.names / 5
      or abs(t.texts - c.texts) > c.texts / 5 or abs(t.body - c.body) > c.body / 5)`;
  // A sample misses rare terms, so only a full count tells which terms have no mod.
  if (share < 1) return [];
  const unused = await tx.$queryRaw<{ term: string }[]>`
    select term from search_terms t
    where not exists (select from counted_terms c where c.term = t.term)`;
  return unused.map(({ term }) => term);
}

/**
 * Removes those of the terms that no entry has, not even a closed one that walks read. A writer
 * adds only terms that the dictionary lacks, so a removal beside it could take a term from its
 * uncommitted entry.
 */
function removeTerms(db: Database, terms: readonly string[]): Promise<number> {
  return asWriter(
    db,
    (tx) =>
      tx.$executeRaw`
        delete from search_terms t where t.term = any(${[...terms]}::text[]) and not exists (
          select from search_entries d where d.body @@ quote_literal(t.term)::tsquery)`,
  );
}

/**
 * Replaces one batch of the entries after an id. Returns the last id of the batch, or null if none
 * is left. The new entries have higher ids and are up to date, so the walk reads each entry once.
 */
async function refreshPopularity(db: Database, after: bigint): Promise<bigint | null> {
  return asWriter(db, async (tx) => {
    const popularity = Prisma.sql`(m.downloads_count + d.popularity - floor(d.popularity))`;
    const levels = levelLabels(Prisma.sql`d.game_id`, popularity);
    const moved = await tx.$queryRaw<{ id: bigint }[]>`
      select d.id from search_entries d join mods m on m.id = d.mod_id
      where d.closed_in is null and d.id > ${after}::bigint
        and (abs(ln(1 + m.downloads_count) - ln(1 + greatest(floor(d.popularity), 0))) > 0.25
          or not d.labels @> ${levels})
      order by d.id limit ${BATCH}`;
    if (moved.length === 0) return null;
    const ids = moved.map(({ id }) => id);
    await closeEntries(tx, Prisma.sql`id = any(${ids}::bigint[])`);
    await tx.$executeRaw`
      insert into search_entries (mod_id, game_id, revision, titles, title_words, names, texts, body,
        labels, popularity, indexed_at)
      select d.mod_id, d.game_id, d.revision, d.titles, d.title_words, d.names, d.texts, d.body,
        ${levels} || ${titleLabels(Prisma.sql`d.titles`)}, ${popularity}, d.indexed_at
      from search_entries d join mods m on m.id = d.mod_id where d.id = any(${ids}::bigint[])`;
    return moved.length < BATCH ? null : (ids.at(-1) ?? null);
  });
}

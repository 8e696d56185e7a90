import { expect } from 'vitest';
import { createVocabulary } from '../../../src/platform/search/plan/vocabulary.js';
import type { Search } from '../../../src/platform/search/search.port.js';
import type { Catalog } from './catalog.js';
import { judgedQueries, NONSENSE } from './queries.js';
import type { JudgedQuery } from './rules.js';
import { WRITTEN_GROUPS } from './written-mods.js';

/** A query whose first hit is wrong. */
interface Miss {
  readonly query: JudgedQuery;
  /** The place of the first right hit, from 1; 0 if none is among the first three. */
  readonly place: number;
  /** The ids of the first three hits. */
  readonly found: readonly string[];
}

/** How well an engine finds what the queries mean. */
interface Relevance {
  /** The share of queries whose first hit is right, from 0 to 1. */
  readonly hitAt1: number;
  /** The share of queries with a right hit among the first three. */
  readonly hitAt3: number;
  /** The number of queries that have right hits. */
  readonly queries: number;
  /** The nonsense that found mods. */
  readonly foundNonsense: readonly Miss[];
  readonly misses: readonly Miss[];
}

/** Any engine. */
type Finder = Pick<Search, 'find'>;

const HITS = 3;

/** Every engine has to reach these shares, over at least so many queries. */
const TARGET = { queries: 250, hitAt1: 0.92, hitAt3: 0.98 };

/**
 * Runs the queries over an engine that has indexed the catalog, and checks how well it finds what they
 * mean. If it misses a target, the error lists the wrong hits by category.
 */
export async function expectRelevant(search: Finder, catalog: Catalog): Promise<void> {
  const relevance = await judge(search, catalog);
  const report = describeRelevance(relevance, catalog);
  expect(relevance.queries).toBeGreaterThanOrEqual(TARGET.queries);
  expect(relevance.hitAt1, report).toBeGreaterThanOrEqual(TARGET.hitAt1);
  expect(relevance.hitAt3, report).toBeGreaterThanOrEqual(TARGET.hitAt3);
  expect(relevance.foundNonsense, report).toEqual([]);
}

async function judge(search: Finder, catalog: Catalog): Promise<Relevance> {
  const vocabulary = createVocabulary({ groups: WRITTEN_GROUPS });
  const results: Miss[] = [];
  for (const query of judgedQueries(catalog)) {
    const { text, gameSlug, accepts } = query;
    const hits = await search.find({
      text,
      vocabulary,
      gameSlug,
      facets: [],
      author: null,
      sort: 'relevance',
      snapshot: null,
      after: null,
      limit: HITS,
    });
    const found = hits.slice(0, HITS).map(({ modId }) => modId);
    results.push({ query, found, place: found.findIndex((id) => accepts.includes(id)) + 1 });
  }
  const judged = results.filter(({ query }) => query.category !== NONSENSE);
  const share = (most: number) =>
    judged.filter(({ place }) => place > 0 && place <= most).length / judged.length;
  return {
    hitAt1: share(1),
    hitAt3: share(HITS),
    queries: judged.length,
    foundNonsense: results.filter(
      ({ query, found }) => query.category === NONSENSE && found.length,
    ),
    misses: judged.filter(({ place }) => place !== 1),
  };
}

/** The shares and the misses of each category, for people. */
function describeRelevance(relevance: Relevance, { mods }: Catalog): string {
  const titleById = new Map(mods.map(({ id, titles }) => [id, Object.values(titles).join(' / ')]));
  const titles = (ids: readonly string[]) =>
    ids
      .slice(0, HITS)
      .map((id) => titleById.get(id))
      .join(' | ') || 'nothing';
  const lineOf = ({ query, place, found }: Miss) =>
    `    ${query.text}${query.gameSlug ? ` (${query.gameSlug})` : ''}: place ${place || '-'}, ` +
    `found ${titles(found)}; meant ${titles(query.accepts)}`;
  const all = [...relevance.misses, ...relevance.foundNonsense];
  const categories = [...new Set(all.map(({ query }) => query.category))].sort();
  const percent = (part: number) => `${(part * 100).toFixed(1)} %`;
  return [
    `${relevance.queries} queries: hit@1 ${percent(relevance.hitAt1)}, hit@3 ${percent(relevance.hitAt3)}`,
    ...categories.flatMap((category) => {
      const lines = all.filter(({ query }) => query.category === category).map(lineOf);
      return [`  ${category}: ${lines.length}`, ...lines];
    }),
  ].join('\n');
}

import type { Catalog } from '../catalog.js';
import type { BenchRow } from '../row.js';
import { withMods } from '../seed-mods.js';
import { frequentQueries, mixedQueries, rareQueries, typedQueries } from './queries.js';
import { growthRow, rowsOf, type SizeTimes, suggestionRows, wordRow } from './search-rows.js';
import { startFloor } from './start-floor.js';
import { type Engine, type Times, timeQueries } from './time-queries.js';

/** The catalog sizes; `BENCH_MODS=10000,100000,1000000` adds the largest, which takes an hour. */
const SIZES = (process.env['BENCH_MODS'] ?? '10000,100000').split(',').map(Number);

/** Rounds of 400 other queries before the measured ones, so that Node has compiled a search. */
const WARM_UP_ROUNDS = 5;

/**
 * Measures searches end to end over HTTP in catalogs of several sizes, against `ts_rank` over title
 * and summary behind a bare server, and with `MEILI_URL` against the service on Meilisearch.
 * Measures suggestions only of the service on PostgreSQL.
 */
export async function benchSearch(): Promise<BenchRow[]> {
  const sizes: SizeTimes[] = [];
  const rows: BenchRow[] = [];
  for (const mods of SIZES) {
    const times = await withMods(mods, (catalog) => measureSize(catalog, mods));
    rows.push(...rowsOf(times), wordRow(times), ...suggestionRows(times));
    sizes.push(times);
  }
  const first = sizes[0];
  const last = sizes.at(-1);
  return first && last && first !== last ? [...rows, growthRow(first, last)] : rows;
}

async function measureSize(catalog: Catalog, mods: number): Promise<SizeTimes> {
  const engines = await startEngines(catalog);
  // The same queries for every size, so that the sizes can be compared.
  const about = Math.min(...SIZES);
  const queries = mixedQueries(about, 'measured');
  try {
    for (let round = 1; round <= WARM_UP_ROUNDS; round += 1) {
      await timeQueries(engines, mixedQueries(about, `warm-up ${round}`));
    }
    return {
      mods,
      queries,
      mixed: await timeQueries(engines, queries),
      frequent: await timeQueries(engines, frequentQueries()),
      rare: await timeQueries(engines, rareQueries(about)),
      typed: await timeSuggestions(engines, about),
    };
  } finally {
    await Promise.all(engines.map(({ server }) => server.stop()));
  }
}

/** Suggestions by the service on PostgreSQL, the first engine. */
async function timeSuggestions([service]: readonly Engine[], about: number): Promise<Times> {
  if (!service) throw new Error('the service is measured');
  const engines = [{ ...service, path: '/v1/beta/suggest', limit: 5 }];
  await timeQueries(engines, typedQueries(about, 'warm-up'));
  return timeQueries(engines, typedQueries(about, 'measured'));
}

/** The service on PostgreSQL, the floor, and the service on Meilisearch if there is one. */
async function startEngines(catalog: Catalog): Promise<Engine[]> {
  const path = '/v1/search';
  const engines = [
    { name: 'PostgreSQL', server: await catalog.api(), path },
    { name: 'ts_rank', server: await startFloor(catalog.databaseUrl), path: '/' },
  ];
  const { MEILI_URL, MEILI_API_KEY } = process.env;
  if (!MEILI_URL) return engines;
  const more = { MEILI_URL, MEILI_API_KEY };
  await catalog.command(['search', 'reindex'], more);
  return [...engines, { name: 'Meilisearch', server: await catalog.api(more), path }];
}

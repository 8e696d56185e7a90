import type { Server } from './process.js';
import { inTurns, type Load } from './reads/in-turns.js';
import { cursorPathsOf, LIST, MODS_MAX, modPathsOf } from './reads/scenarios.js';
import type { BenchRow } from './row.js';
import { withMods } from './seed-mods.js';

/**
 * The catalog sizes, of which only the first and the last one count. `BENCH_MODS=1000,1000000`
 * takes hours; to seed a million mods takes one.
 */
const SIZES = (process.env['BENCH_MODS'] ?? '1000,100000').split(',').map(Number);
const [SMALL = 1_000, LARGE = 100_000] = [SIZES[0], SIZES.at(-1)];

/** The least rate in the large catalog, as a share of that in the small one. */
const LEAST_OF_SMALL = 0.8;
/** Pages before the late page. */
const PAGES = 999;
/** The least rate of the late page, as a share of that of the first page. */
const LEAST_OF_FIRST = 0.9;

/**
 * Measures the reads of a large catalog against the same reads of a small one, in turns, and a late
 * page of the list against its first one. Throws if `BENCH_MODS` names only one size.
 */
export function benchScale(): Promise<BenchRow[]> {
  if (SMALL === LARGE) throw new Error('BENCH_MODS names one size, and this bench compares two');
  return withService(SMALL, (small) =>
    withService(LARGE, async (large) => [
      ...(await sizeRows(small, large)),
      await latePageRow(large),
    ]),
  );
}

/** Starts the service on a database with so many mods. */
function withService<T>(mods: number, work: (service: Server) => Promise<T>): Promise<T> {
  return withMods(mods, async (catalog) => {
    const service = await catalog.api();
    try {
      return await work(service);
    } finally {
      await service.stop();
    }
  });
}

async function sizeRows(small: Server, large: Server): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const few = await loadsOf(small);
  const many = await loadsOf(large);
  for (const [at, { name, load }] of many.entries()) {
    const other = few[at];
    if (!other) continue;
    const { rate, ratio } = await inTurns(load, other.load);
    rows.push({
      name: `${name}, ${LARGE} mods`,
      value: rate,
      unit: 'requests/s',
      comparedWith: `${SMALL} mods`,
      ratio,
      target: `at least ${LEAST_OF_SMALL} ×`,
      ok: ratio >= LEAST_OF_SMALL,
    });
  }
  return rows;
}

/** The reads of a service, in the same order for each. */
async function loadsOf(service: Server): Promise<{ name: string; load: Load }[]> {
  const mods = await modPathsOf(service, Math.min(MODS_MAX, SMALL));
  // As many as the small catalog has, so that the store of responses has the same part of them.
  const pages = await cursorPathsOf(service, Math.floor(SMALL / 25) - 1);
  const versions = mods.slice(0, 200).map((path) => `${path}/versions`);
  const named: [string, string[]][] = [
    ['list of 25, the same page', [LIST]],
    ['list of 25, different cursors', pages],
    ['one mod, the same', mods.slice(0, 1)],
    ['one mod, different ones', mods],
    ['versions, of different mods', versions],
  ];
  return named.map(([name, paths]) => ({ name, load: [service, { paths }] }));
}

async function latePageRow(service: Server): Promise<BenchRow> {
  const paths = await cursorPathsOf(service, PAGES);
  const late = { paths: paths.slice(-1) };
  const { rate, ratio } = await inTurns([service, late], [service, { paths: [LIST] }]);
  return {
    name: `page ${paths.length + 1} of the list`,
    value: rate,
    unit: 'requests/s',
    comparedWith: 'its first page',
    ratio,
    target: `at least ${LEAST_OF_FIRST} ×`,
    ok: ratio >= LEAST_OF_FIRST,
  };
}

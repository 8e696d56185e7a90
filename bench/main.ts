import 'reflect-metadata';
import { benchLookup } from './lookup.js';
import { benchPages } from './pages.js';
import { benchReads } from './reads/bench-reads.js';
import { benchRequests } from './requests.js';
import { benchResolve } from './resolve.js';
import { keepResults } from './results.js';
import type { BenchRow } from './row.js';
import { benchScale } from './scale.js';
import { benchScan } from './scan/bench-scan.js';
import { benchSearch } from './search/bench-search.js';
import { benchStart } from './start.js';
import { printHead, printRows } from './table.js';
import { hasWrk } from './wrk.js';

// `npm run bench [-- names]`: runs all benches, or the named ones. Prints their rows, and writes
// them to bench/results.json. An unknown name ends it with exit code 1.

const BENCHES: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  start: benchStart,
  reads: benchReads,
  scale: benchScale,
  requests: benchRequests,
  resolve: benchResolve,
  lookup: benchLookup,
  pages: benchPages,
  scan: benchScan,
  search: benchSearch,
};

/**
 * The benches whose load comes from `wrk`. If it is not installed, a run of all benches leaves them
 * out, and a run that names one of them fails.
 */
const OF_WRK = new Set(['reads', 'scale', 'requests', 'resolve', 'lookup']);

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`no bench ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`);
  process.exit(1);
}
const measured: Record<string, BenchRow[]> = {};
// One after the other: concurrent benches would measure each other. A missed target is printed, and
// the exit code stays 0.
printHead();
for (const [name, bench] of Object.entries(BENCHES)) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  if (OF_WRK.has(name) && requested.length === 0 && !(await hasWrk())) {
    console.log(`\n${name}\n  left out: wrk is not installed; Debian has it as the package wrk`);
    continue;
  }
  const rows = await bench();
  measured[name] = rows;
  printRows(name, rows);
}
keepResults(measured);

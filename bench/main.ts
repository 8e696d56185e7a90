import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { benchLookup } from './lookup.js';
import { benchPages } from './pages.js';
import { benchReads } from './reads/bench-reads.js';
import { benchResolve } from './resolve.js';
import type { BenchRow } from './row.js';
import { benchScan } from './scan/bench-scan.js';
import { benchSearch } from './search/bench-search.js';
import { benchStart } from './start.js';
import { machine, printHead, printRows } from './table.js';

const BENCHES: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  start: benchStart,
  reads: benchReads,
  resolve: benchResolve,
  lookup: benchLookup,
  pages: benchPages,
  scan: benchScan,
  search: benchSearch,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`no bench ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`);
  process.exit(1);
}
const measured: Record<string, BenchRow[]> = {};
// One after the other: concurrent benches would measure each other.
printHead();
for (const [name, bench] of Object.entries(BENCHES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const rows = await bench();
  measured[name] = rows;
  printRows(name, rows);
}
const results = { machine: machine(), at: new Date().toISOString(), benches: measured };
writeFileSync('bench/results.json', `${JSON.stringify(results, null, 2)}\n`);

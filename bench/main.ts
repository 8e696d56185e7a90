import 'reflect-metadata';
import { benchGetMod } from './get-mod.js';
import { benchListMods } from './list-mods.js';
import { benchLookup } from './lookup.js';
import { benchPages } from './pages.js';
import { benchResolve } from './resolve.js';
import type { BenchRow } from './row.js';
import { benchScan } from './scan/bench-scan.js';
import { benchSearch } from './search/bench-search.js';
import { benchStart } from './start.js';
import { printHead, printRows } from './table.js';

const BENCHES: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  start: benchStart,
  'list-mods': benchListMods,
  'get-mod': benchGetMod,
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
// One after the other: concurrent benches would measure each other.
printHead();
for (const [name, bench] of Object.entries(BENCHES)) {
  if (asked.length === 0 || asked.includes(name)) printRows(name, await bench());
}

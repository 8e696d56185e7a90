import { withCatalog } from './catalog.js';
import { compareWithFloor, countStatements } from './compare.js';
import type { BenchRow } from './row.js';

const PATH = '/v1/mods?limit=25';

/** Measures a page of 25 mods out of 2,000 against a bare server that returns the same bytes. */
export function benchListMods(): Promise<BenchRow[]> {
  return withCatalog(async (catalog) => {
    const service = await catalog.api();
    try {
      const rows = await compareWithFloor(catalog, service, PATH);
      return [...rows, await countStatements(catalog, PATH)];
    } finally {
      await service.stop();
    }
  });
}

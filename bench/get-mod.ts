import { withCatalog } from './catalog.js';
import { compareWithFloor, countStatements } from './compare.js';
import type { BenchRow } from './row.js';

/** Measures one mod's detail against a bare server that returns the same bytes. */
export function benchGetMod(): Promise<BenchRow[]> {
  return withCatalog(async (catalog) => {
    const service = await catalog.api();
    try {
      const path = `/v1/mods/${await catalog.newestMod()}`;
      const rows = await compareWithFloor(catalog, service, path);
      return [...rows, await countStatements(catalog, path)];
    } finally {
      await service.stop();
    }
  });
}

import { withCatalog } from './catalog.js';
import { CONNECTIONS, measure } from './measure.js';
import type { BenchRow } from './row.js';

/** The limit: a resolve writes and signs, and may cost this many times a read. */
const RATIO_MAX = 4;

/**
 * Measures how long an anonymous client waits for the renewal of its download, against reading the
 * mod of the same file. Each connection is a separate client, with one lease.
 */
export function benchResolve(): Promise<BenchRow[]> {
  return withCatalog(async (catalog) => {
    const service = await catalog.api();
    try {
      const mod = `${service.url}/v1/mods/${await catalog.newestMod()}`;
      const read = await measure(mod);
      const artifactId = await primaryArtifactOf(mod);
      const url = `${service.url}/v1/downloads/${artifactId}/resolve`;
      const resolve = await measure(url, 'POST');
      const ratio = resolve.p50Ms / read.p50Ms;
      return [
        {
          name: `GET /v1/mods/{id}, p50 of ${CONNECTIONS} connections`,
          value: read.p50Ms,
          unit: 'ms',
        },
        {
          name: 'POST /v1/downloads/{id}/resolve, anonymous, p50',
          value: resolve.p50Ms,
          unit: 'ms',
          floor: 'reading the mod',
          ratio,
          target: `at most ${RATIO_MAX} ×`,
          ok: ratio <= RATIO_MAX,
        },
      ];
    } finally {
      await service.stop();
    }
  });
}

async function primaryArtifactOf(mod: string): Promise<string> {
  const answer: unknown = await (await fetch(mod)).json();
  const id = /"primary_artifact_id":"([\w-]{36})"/.exec(JSON.stringify(answer))?.[1];
  if (id === undefined) throw new Error(`GET ${mod} names no file`);
  return id;
}

import { z } from 'zod';
import { withCatalog } from './catalog.js';
import { middleOf } from './middle-of.js';
import { modPathsOf } from './reads/scenarios.js';
import type { BenchRow } from './row.js';
import { loadByClients } from './wrk.js';

/** A renewal reads, writes and signs, and may be this slow against a read. */
const RATE_MIN = 0.5;
const CLIENTS = 8;

/**
 * Measures the renewals of downloads by anonymous clients against reads of the same mods, in a
 * service that stores no responses. Each client has its own file, with one grant.
 */
export function benchResolve(): Promise<BenchRow[]> {
  return withCatalog(async (catalog) => {
    const service = await catalog.unstored();
    try {
      const mods = await modPathsOf(service, CLIENTS);
      const files = await Promise.all(mods.map((mod) => primaryArtifactOf(`${service.url}${mod}`)));
      const renewals = files.map((id) => `/v1/downloads/${id}/resolve`);
      const { read, resolve, ratio } = await middleOf(async () => {
        const read = await loadByClients(service.url, { paths: mods });
        const resolve = await loadByClients(service.url, { paths: renewals, bodies: ['{}'] });
        return { read, resolve, ratio: resolve.requestsPerSecond / read.requestsPerSecond };
      });
      const value = resolve.requestsPerSecond;
      return [
        {
          name: `one mod, ${CLIENTS} different ones, built anew`,
          value: read.requestsPerSecond,
          unit,
        },
        {
          name: `renewals of downloads by ${CLIENTS} clients`,
          value,
          unit,
          comparedWith: 'reading the mods, built anew',
          ratio,
          target: `at least ${RATE_MIN} ×`,
          ok: ratio >= RATE_MIN,
        },
        {
          name: 'renewal of a download, p50',
          value: resolve.p50Ms,
          unit: 'ms',
          comparedWith: 'reading the mod, built anew',
          ratio: resolve.p50Ms / read.p50Ms,
        },
      ];
    } finally {
      await service.stop();
    }
  });
}

const unit = 'requests/s';

const SHOWN = z.object({
  data: z.object({ latest_release: z.object({ primary_artifact_id: z.string() }) }),
});

async function primaryArtifactOf(mod: string): Promise<string> {
  const shown = SHOWN.parse(await (await fetch(mod)).json());
  return shown.data.latest_release.primary_artifact_id;
}

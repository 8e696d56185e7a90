import { Agent, get } from 'node:http';
import { withCatalog } from './catalog.js';
import type { BenchRow } from './row.js';
import { quantile } from './search/time-queries.js';

const WARM_UP = 30;
const ROUNDS = 200;
/** The target of the median; the 95th percentile has none. */
const MOST_MS = 30;

/**
 * Measures the time until the first byte of the public pages in a warm process, one request at a
 * time, as one visitor causes it. Pages are rendered whole, so the first byte needs all statements.
 */
export function benchPages(): Promise<BenchRow[]> {
  return withCatalog(async (catalog) => {
    const service = await catalog.api();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      const mod = `/mods/${await catalog.newestMod()}`;
      const rows: BenchRow[] = [];
      for (const [name, path] of [
        ['home', '/'],
        ['catalog', '/mods'],
        ['mod', mod],
        ['versions', `${mod}/versions`],
      ] as const) {
        rows.push(...(await rowsOf(agent, name, `${service.url}${path}`)));
      }
      return rows;
    } finally {
      agent.destroy();
      await service.stop();
    }
  });
}

async function rowsOf(agent: Agent, name: string, url: string): Promise<BenchRow[]> {
  const times: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) times.push(await firstByte(agent, url));
  const warm = times.slice(WARM_UP);
  const p50 = quantile(warm, 0.5);
  const target = `at most ${MOST_MS} ms`;
  const subject = `first byte of the ${name} page`;
  return [
    { name: `${subject}, p50`, value: p50, unit: 'ms', target, ok: p50 <= MOST_MS },
    { name: `${subject}, p95`, value: quantile(warm, 0.95), unit: 'ms' },
  ];
}

/** From the request to the head of the response, in milliseconds. */
function firstByte(agent: Agent, url: string): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { Accept: 'text/html' } }, (response) => {
      const ms = performance.now() - begun;
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().on('end', () => resolve(ms));
    }).on('error', reject);
  });
}

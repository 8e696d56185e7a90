import { type Catalog, withCatalog } from '../catalog.js';
import { type Server, startServer } from '../process.js';
import type { BenchRow } from '../row.js';
import { inTurns } from './in-turns.js';
import { type Scenario, scenariosOf } from './scenarios.js';
import { startFloor } from './start-floor.js';
import { CONNECTIONS, requestsPerSecond } from './wrk.js';

const STATEMENTS_MAX = 2;

/** Servers of the same documents. */
interface Servers {
  readonly own: Server;
  /** node:http and pg. */
  readonly floor: Server;
  /** Express and Prisma. */
  readonly peer: Server;
}

/** Measures public reads against two other servers of the same documents, in turns. */
export function benchReads(): Promise<BenchRow[]> {
  return withCatalog((catalog) =>
    withServers(catalog, async (servers) => {
      const scenarios = await scenariosOf(servers.own);
      const rows: BenchRow[] = [];
      for (const scenario of scenarios) rows.push(...(await measured(scenario, servers)));
      return [...rows, ...(await statementRows(catalog, scenarios))];
    }),
  );
}

async function withServers<T>(
  catalog: Catalog,
  work: (servers: Servers) => Promise<T>,
): Promise<T> {
  const started: Server[] = [];
  const start = async (server: Promise<Server>) => {
    started.push(await server);
    return server;
  };
  try {
    const own = await start(catalog.api());
    const floor = await start(startFloor(catalog.databaseUrl, own, '/v1/mods?limit=25'));
    const env = { DATABASE_URL: catalog.databaseUrl, NODE_ENV: 'production' };
    const peer = await start(startServer('bench/reads/peer.js', env));
    return await work({ own, floor, peer });
  } finally {
    for (const server of started.reverse()) await server.stop();
  }
}

async function measured(scenario: Scenario, servers: Servers): Promise<BenchRow[]> {
  const { name, own, bare, target, peerTarget } = scenario;
  // Unmeasured: the first requests compile and fill caches.
  await requestsPerSecond(servers.own.url, own);
  const compared = async (other: Server, least: number, label: string): Promise<BenchRow> => {
    const { rate, ratio } = await inTurns([servers.own, own], [other, bare]);
    return {
      ...{ name, value: rate, unit: 'requests/s', floor: label, ratio },
      target: `at least ${least} ×`,
      ok: ratio >= least,
    };
  };
  const rows = [
    await compared(servers.floor, target, `the bare server, ${CONNECTIONS} connections`),
  ];
  if (peerTarget === undefined) return rows;
  return [...rows, await compared(servers.peer, peerTarget, 'Express and Prisma')];
}

/** The statements of one request, for each different read. */
async function statementRows(
  catalog: Catalog,
  scenarios: readonly Scenario[],
): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { name, own } of scenarios.filter(({ own: { headers } }) => !headers)) {
    const value = await catalog.statementsPer(own.paths[0] ?? '');
    rows.push({
      name: `SQL statements of one request: ${name}`,
      value,
      unit: 'statements',
      target: `at most ${STATEMENTS_MAX}`,
      ok: value <= STATEMENTS_MAX,
    });
  }
  return rows;
}

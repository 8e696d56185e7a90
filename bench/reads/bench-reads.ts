import { type Catalog, withCatalog } from '../catalog.js';
import { type Server, startServer } from '../process.js';
import type { BenchRow } from '../row.js';
import { CONNECTIONS, requestsPerSecond } from '../wrk.js';
import { inTurns, type Load } from './in-turns.js';
import { type Scenario, scenariosOf } from './scenarios.js';
import { startBareServer } from './start-bare-server.js';
import { startPostgraphile } from './start-postgraphile.js';

const STATEMENTS_MAX = 2;

/** Servers of the same documents. */
interface Servers {
  readonly own: Server;
  /** The same without stored responses. */
  readonly unstored: Server;
  /** node:http and pg. */
  readonly floor: Server;
  /** Express and Prisma. */
  readonly peer: Server;
  /** Null if it cannot be installed. */
  readonly postgraphile: Server | null;
}

/**
 * Measures public reads against up to three other servers of the same documents, in turns. Counts
 * the SQL statements of each different read.
 */
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
    const unstored = await start(catalog.unstored());
    const floor = await start(startBareServer(catalog.databaseUrl, own, '/v1/mods?limit=25'));
    const env = { DATABASE_URL: catalog.databaseUrl, NODE_ENV: 'production' };
    const peer = await start(startServer('bench/reads/peer.js', env));
    const postgraphile = await startPostgraphile(catalog.databaseUrl);
    if (postgraphile) started.push(postgraphile);
    return await work({ own, unstored, floor, peer, postgraphile });
  } finally {
    for (const server of started.reverse()) await server.stop();
  }
}

/**
 * Returns whether the statements of a scenario are counted. The others repeat such a scenario with
 * other headers or without stored responses.
 */
function isPlain({ own, isUnstored }: Scenario): boolean {
  return !own.headers && !isUnstored;
}

async function measured(scenario: Scenario, servers: Servers): Promise<BenchRow[]> {
  const { name, own, bare, target, peerTarget, graphql, isUnstored = false } = scenario;
  const service = isUnstored ? servers.unstored : servers.own;
  // Unmeasured: the first requests compile and fill caches.
  await requestsPerSecond(service.url, own);
  const compared = async (other: Load, label: string, least?: number): Promise<BenchRow> => {
    const { rate, ratio } = await inTurns([service, own], other);
    const row = { name, value: rate, unit: 'requests/s', comparedWith: label, ratio };
    return least === undefined
      ? row
      : { ...row, target: `at least ${least} ×`, ok: ratio >= least };
  };
  const { floor, peer, postgraphile } = servers;
  const rows = [
    await compared([floor, bare], `the bare server, ${CONNECTIONS} connections`, target),
  ];
  if (peerTarget !== undefined) {
    rows.push(await compared([peer, bare], 'Express and Prisma', peerTarget));
  }
  if (postgraphile && graphql) rows.push(await compared([postgraphile, graphql], 'PostGraphile'));
  return rows;
}

/** The statements of one request, for each different read. */
async function statementRows(
  catalog: Catalog,
  scenarios: readonly Scenario[],
): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { name, own } of scenarios.filter(isPlain)) {
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

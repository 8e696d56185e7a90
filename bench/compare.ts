import type { Catalog } from './catalog.js';
import { startFloor } from './floor-documents.js';
import { CONNECTIONS, type Load, measure } from './measure.js';
import type { Server } from './process.js';
import type { BenchRow } from './row.js';

const STATEMENTS_MAX = 2;

/** Measures one read of the service and of the bare server, and the service's time for a 304. */
export async function compareWithFloor(
  catalog: Catalog,
  service: Server,
  path: string,
): Promise<BenchRow[]> {
  const { bare, own, compressed, unchanged } = await measureBoth(catalog, service, path);
  const kB = ({ bodyBytes }: Load) => `${(bodyBytes / 1000).toFixed(1)} kB`;
  const about = `GET ${path.split('?')[0]?.replace(/[\w-]{36}/, '{id}')}, ${kB(own)}`;
  const compared = (name: string, load: Load, floor: string): BenchRow => ({
    ...rateOf(name, load, `${floor}, p50 ${load.p50Ms.toFixed(1)} ms`),
    ratio: load.requestsPerSecond / bare.requestsPerSecond,
  });
  const floor = `p50 ${bare.p50Ms.toFixed(1)} ms, ${CONNECTIONS} connections`;
  return [
    rateOf(`${about}, bare node:http + pg`, bare, floor),
    compared(about, own, 'the bare server'),
    compared(`the same in br, ${kB(compressed)}`, compressed, 'the bare server'),
    compared('the same, 304 to If-None-Match', unchanged, "the bare server's 200"),
  ];
}

/** The loads of one read, one after the other: of the bare server, then of the service. */
async function measureBoth(catalog: Catalog, service: Server, path: string) {
  const floor = await startFloor(catalog.databaseUrl, service, path);
  const url = `${service.url}${path}`;
  try {
    return {
      bare: await measure(`${floor.url}${path}`),
      own: await measure(url),
      compressed: await measure(url, { coding: 'br' }),
      unchanged: await measure(url, { etag: await etagOf(service, path) }),
    };
  } finally {
    await floor.stop();
  }
}

function rateOf(name: string, { requestsPerSecond }: Load, floor: string): BenchRow {
  return { name, value: requestsPerSecond, unit: 'requests/s', floor };
}

async function etagOf(service: Server, path: string): Promise<string> {
  const etag = (await fetch(`${service.url}${path}`)).headers.get('etag');
  if (etag === null) throw new Error(`GET ${path} has no ETag`);
  return etag;
}

/** The row with the number of statements of a request. */
export async function countStatements(catalog: Catalog, path: string): Promise<BenchRow> {
  const value = await catalog.statementsPer(path);
  return {
    name: 'SQL statements of one such request',
    value,
    unit: 'statements',
    target: `at most ${STATEMENTS_MAX}`,
    ok: value <= STATEMENTS_MAX,
  };
}

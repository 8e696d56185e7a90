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
  const floor = await startFloor(catalog.databaseUrl, service, path);
  let bare: Load;
  let own: Load;
  let compressed: Load;
  let unchanged: Load;
  try {
    bare = await measure(`${floor.url}${path}`);
    own = await measure(`${service.url}${path}`);
    compressed = await measure(`${service.url}${path}`, { coding: 'br' });
    unchanged = await measure(`${service.url}${path}`, { etag: await etagOf(service, path) });
  } finally {
    await floor.stop();
  }
  const kB = (own.bodyBytes / 1000).toFixed(1);
  const about = `GET ${path.split('?')[0]?.replace(/[\w-]{36}/, '{id}')}, ${kB} kB`;
  return [
    {
      name: `${about}, bare node:http + pg`,
      value: bare.requestsPerSecond,
      unit: 'requests/s',
      floor: `p50 ${bare.p50Ms.toFixed(1)} ms, ${CONNECTIONS} connections`,
    },
    {
      name: about,
      value: own.requestsPerSecond,
      unit: 'requests/s',
      floor: `the bare server, p50 ${own.p50Ms.toFixed(1)} ms`,
      ratio: own.requestsPerSecond / bare.requestsPerSecond,
    },
    {
      name: `the same in br, ${(compressed.bodyBytes / 1000).toFixed(1)} kB`,
      value: compressed.requestsPerSecond,
      unit: 'requests/s',
      floor: `the bare server, p50 ${compressed.p50Ms.toFixed(1)} ms`,
      ratio: compressed.requestsPerSecond / bare.requestsPerSecond,
    },
    {
      name: 'the same, 304 to If-None-Match',
      value: unchanged.requestsPerSecond,
      unit: 'requests/s',
      floor: `the bare server's 200, p50 ${unchanged.p50Ms.toFixed(1)} ms`,
      ratio: unchanged.requestsPerSecond / bare.requestsPerSecond,
    },
  ];
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

import { expect, test } from 'vitest';
import { createServiceMetrics } from '../../src/server/operator-interface.js';
import { createProxyWatch } from '../../src/server/proxy/watch.js';
import { useWorld } from '../harness.js';
import { metricsOf, metricsShow, NO_SHARED_READS } from '../metrics.js';
import { dial } from '../raw-http.js';

const world = useWorld();

/** The value of a line of the metrics; NaN without the line. */
async function read(series: string): Promise<number> {
  const lines = (await metricsOf(world)).split('\n');
  return Number(
    lines
      .find((each) => each.startsWith(`${series} `))
      ?.split(' ')
      .at(-1) ?? Number.NaN,
  );
}

test('the metrics count requests of GraphQL, of signed addresses and of pages, and none of operators', async () => {
  const count = (labels: string) => `modport_request_seconds_count{${labels}}`;
  for (let sent = 0; sent < 2; sent += 1) {
    await world.anon.graphql('{ __typename }');
    await fetch(`${world.baseUrl}/storage/none`);
    await fetch(`${world.baseUrl}/mods`, { headers: { Accept: 'text/html' } });
    await fetch(`${world.baseUrl}/healthz`);
  }
  await fetch(`${world.baseUrl}/mods`, { method: 'PROPFIND' });
  await metricsShow(
    world,
    `${count('operation="graphql",method="POST",status="200"')} 2`,
    /modport_request_seconds_count\{operation="storage",method="GET",status="40\d"\} 2/,
    `${count('operation="page",method="GET",status="200"')} 2`,
    /modport_request_seconds_count\{operation="page",method="OTHER",status="404"\} 1/,
  );
});

test('the metrics show requests in progress while they run', async () => {
  const idle = await read('modport_requests_in_flight');
  const body = '{"query":"{ __typename }"}';
  const head = 'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const port = Number(new URL(world.baseUrl).port);
  const sockets = await Promise.all(
    [1, 2, 3].map(() => dial(port, `${head}Content-Length: ${body.length}\r\n\r\n{`)),
  );
  // The page itself is a request in progress, in both readings.
  await metricsShow(world, `modport_requests_in_flight ${idle + 3}`);
  for (const socket of sockets) socket.destroy();
  await metricsShow(world, `modport_requests_in_flight ${idle}`);
});

test('the metrics show the space of DATA_DIR, the sizes of the database, and the state of each part', async () => {
  for (const state of ['used', 'free']) {
    expect(await read(`modport_disk_bytes{state="${state}"}`)).toBeGreaterThan(0);
  }
  const whole = await read('modport_database_bytes');
  const page = await metricsOf(world);
  const tables = [...page.matchAll(/^modport_table_bytes\{table="(\w+)"\} (\d+)$/gm)];
  expect(tables).toHaveLength(10);
  const names = tables.map(([, name]) => name);
  expect(new Set(names).size).toBe(10);
  expect(names.filter((name) => name?.startsWith('audit_entries_'))).toEqual([]);
  const sum = tables.reduce((total, [, , bytes]) => total + Number(bytes), 0);
  expect(sum).toBeGreaterThan(0);
  expect(sum).toBeLessThan(whole);
  await metricsShow(
    world,
    'modport_read_only 0',
    ...['database', 'storage', 'queue', 'search', 'scanner'].map(
      (part) => `modport_part_up{part="${part}"} 1`,
    ),
  );
});

test('the metrics show the limit of the connections of each lane, and the waits for one', async () => {
  for (const [lane, limit] of [
    ['requests', 10],
    ['jobs', 9],
    ['health', 2],
  ]) {
    const series = `modport_database_connections{lane="${lane}",state="limit"}`;
    expect(await read(series)).toBe(limit);
    expect(await read(`modport_database_waits_total{lane="${lane}"}`)).not.toBeNaN();
    expect(await read(`modport_database_wait_seconds_total{lane="${lane}"}`)).not.toBeNaN();
  }
});

test('the metrics show the age of the signatures of the antivirus, and nothing if it reports none', async () => {
  const { platform } = world;
  const pageWith = async (engine: object) => {
    const scanner = {
      ...platform.scanner,
      engine: async () => ({ name: 'x', signatures: '1', ...engine }),
    };
    const counts = () => NO_SHARED_READS;
    const metrics = createServiceMetrics(
      { ...platform, scanner },
      {
        turns: { running: () => 0, waiting: () => 0, floods: () => 0 },
        sharedReads: { counts },
        health: async () => ({ status: 'ready', parts: {} }),
        clock: { use: () => ({ ahead: {}, jumps: 0 }) },
        proxy: { ...createProxyWatch(platform.config), reached: () => null },
      },
    );
    return (await metrics.expose()).body;
  };
  const madeAt = new Date(platform.clock.now().getTime() - 7_200_000);
  expect(await pageWith({ madeAt })).toMatch(/^modport_scanner_age_seconds 7200(\.\d+)?$/m);
  expect(await pageWith({})).not.toMatch(/^modport_scanner_age_seconds/m);
});

import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { buildDomainSchema } from '../../../src/graphql/schema.js';
import { loadOf } from '../../../src/platform/database/connect.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { createSystemContext } from '../../../src/request/context.js';
import { whileCrowded, whileTaken } from '../../crowd.js';
import { eventually } from '../../eventually.js';
import { useWorld } from '../../harness.js';
import { whileLocked } from '../../locks.js';
import { metricsShow } from '../../metrics.js';
import { refusal } from '../../publishing.js';
import { dial, rawRequest } from '../../raw-http.js';
import { longTest } from '../../rounds.js';

const world = useWorld({ RATE_LIMITS: 'on' }, { jobs: 'when-settled' });

const get = (path: string, ...lines: string[]) =>
  `${[`GET ${path} HTTP/1.1`, 'Host: x', ...lines].join('\r\n')}\r\n\r\n`;
const port = () => Number(new URL(world.baseUrl).port);
const requests = () => loadOf(world.platform.db)?.requests;

/** Sends one GraphQL query of 280 statements, which all begin at once. */
function askWithAliases(): Promise<Response> {
  const fields = Array.from(
    { length: 280 },
    (_, nth) => `a${nth}: listModVersions(modId: "${randomUUID()}") { items { id } }`,
  );
  const body = JSON.stringify({ query: `{ ${fields.join(' ')} }` });
  const headers = { 'content-type': 'application/json' };
  return fetch(`${world.baseUrl}/graphql`, { method: 'POST', headers, body });
}

/** Waits until all statements end: the first error of a query completes its response early. */
async function untilIdle(): Promise<void> {
  await eventually(() => expect(requests()).toMatchObject({ inUse: 0, waiting: 0, callers: 0 }));
}

it('reads of disconnected clients send no statement, and do not count as served', async () => {
  const sent = await world.statements(() =>
    whileTaken(world, async () => {
      const before = requests()?.waiting ?? 0;
      const graphql = `/graphql?query=${encodeURIComponent('{ listGames { items { slug } } }')}`;
      const sockets = await Promise.all(
        ['/v1/games', '/v1/mods', graphql].map((path) =>
          dial(port(), get(path, 'Apollo-Require-Preflight: true')),
        ),
      );
      await eventually(() => expect(requests()?.waiting).toBeGreaterThanOrEqual(before + 3));
      for (const socket of sockets) socket.resetAndDestroy();
      await eventually(() => expect(requests()?.waiting).toBe(0));
    }),
  );
  expect(sent.filter((sql) => /from\W+(?:\w+\W+)?(?:games|mod_publications)/i.test(sql))).toEqual(
    [],
  );
  const left = (operation: string) =>
    `modport_request_seconds_count{operation="${operation}",method="GET",status="499"} 1`;
  await metricsShow(world, left('listGames'), left('listMods'), left('graphql'));
});

it('a request that finds the database queue full returns 503 at once, which the metrics count, and readiness stays up', async () => {
  const answer = await whileCrowded(world, async () => {
    const [refused] = await rawRequest(port(), get('/v1/mods', 'Connection: close'));
    const ready = await fetch(`${world.baseUrl}/readyz`);
    expect(ready.status).toBe(200);
    return refused;
  });
  expect(answer?.status).toBe(503);
  expect(JSON.parse(answer?.body ?? '')).toMatchObject({ code: 'service_unavailable' });
  expect(answer?.headers['retry-after']).toBe(String(LIMITS.crowdedRetrySeconds));
  expect(answer?.headers['x-content-type-options']).toBe('nosniff');
  await metricsShow(
    world,
    /modport_request_seconds_count\{operation="overload",method="GET",status="503"\} 1/,
  );
});

it('the metrics count a page of the API that was refused to a browser', async () => {
  await whileCrowded(world, async () => {
    const [page] = await rawRequest(
      port(),
      get('/v1/mods', 'Accept: text/html', 'Connection: close'),
    );
    expect(page?.status).toBe(503);
  });
  await metricsShow(
    world,
    /modport_request_seconds_count\{operation="page",method="GET",status="503"\} 1/,
  );
});

it('changes are refused at once while reads and downloads still wait for their turn', async () => {
  const maker = await world.creator('maker');
  const field = buildDomainSchema().getMutationType()?.getFields()['createModDraft'];
  const resolve = field?.resolve as (...args: unknown[]) => unknown;
  const ctx = createSystemContext(world.platform, 'test');
  const work = async () => {
    const changed = await maker.post('/mods', {});
    expect(changed.headers.get('retry-after')).toBe(String(LIMITS.crowdedRetrySeconds));
    await expect(resolve(undefined, {}, ctx)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    const reads = [
      maker.get('/mods?limit=7'),
      world.anon.post(`/downloads/${randomUUID()}/resolve`),
      maker.graphql('{ listGames { items { slug } } }'),
    ];
    await eventually(() =>
      expect(requests()?.callers).toBeGreaterThan(LIMITS.databaseQueueAdmitsChanges),
    );
    return { refused: refusal(changed), reads };
  };
  const { refused, reads } = await whileCrowded(world, work, LIMITS.databaseQueueAdmitsChanges);
  expect(refused).toBe('503 service_unavailable');
  const statuses = (await Promise.all(reads)).map(({ status }) => status);
  expect(statuses).toEqual([200, 404, 200]);
});

longTest(
  'one GraphQL query with many aliases leaves connections and admission to other requests',
  async () => {
    const statuses = await whileTaken(world, async () => {
      const greedy = askWithAliases();
      await eventually(() =>
        expect(requests()?.waiting).toBeGreaterThan(LIMITS.databaseQueueAdmits),
      );
      expect(requests()?.callers).toBe(1);
      const others = Array.from({ length: 5 }, (_, nth) =>
        world.anon.get(`/mods?limit=${nth + 1}`),
      );
      await eventually(() => expect(requests()?.callers).toBe(6));
      return { greedy, others };
    });
    for (const { status } of await Promise.all(statuses.others)) expect(status).toBe(200);
    expect((await statuses.greedy).status).toBe(200);
    await untilIdle();
  },
);

it('one GraphQL query holds at most four connections while its statements run', async () => {
  const greedy = await whileLocked(world, 'mods', async () => {
    const answer = askWithAliases();
    await eventually(() => expect(requests()?.waiting).toBeGreaterThan(LIMITS.databaseQueueAdmits));
    expect(requests()?.inUse).toBe(LIMITS.databaseConnectionsPerRequest);
    expect((await world.anon.get('/games')).status).toBe(200);
    return { answer };
  });
  expect((await greedy.answer).status).toBe(200);
  await untilIdle();
});

longTest(
  'pipelined requests of many connections leave room in the database queue for other requests',
  async () => {
    const flood = Array.from({ length: 300 }, () => get('/v1/mods')).join('');
    const sockets = await Promise.all(Array.from({ length: 20 }, () => dial(port(), flood)));
    const others = await Promise.all([1, 2, 3].map(() => world.anon.get('/games')));
    // The flood uses up the rate limit of its address, so 429 is the only other valid status.
    for (const { status } of others) expect([200, 429]).toContain(status);
    expect(requests()?.waiting ?? 0).toBeLessThan(LIMITS.databaseQueueAdmits);
    for (const socket of sockets) socket.resetAndDestroy();
    expect((await fetch(`${world.baseUrl}/readyz`)).status).toBe(200);
  },
);

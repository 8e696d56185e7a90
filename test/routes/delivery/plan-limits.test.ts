import type { Socket } from 'node:net';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ThreadFailure } from '../../../src/platform/threads/threads.port.js';
import type { Answer, Json } from '../../actors.js';
import { agentOf, runTool } from '../../agents.js';
import { eventually } from '../../eventually.js';
import { useWorld, type World } from '../../harness.js';
import { newGame } from '../../publishing.js';
import { dial } from '../../raw-http.js';
import { everyNth, longTest } from '../../rounds.js';
import { type Shelf, seedMod, shelfOf } from '../catalog/catalog-rows.js';
import { from, newAddress } from '../identity/rate-limiting.js';
import type { SeededVersion } from '../publishing/version-rows.js';

/** A short limit, which a puzzle exceeds on any machine. */
const hasty = useWorld({}, { limits: { planSolverSeconds: 0.5 } });
const patient = useWorld({ TRUST_PROXY: 'loopback' });

/**
 * Each library has one version fewer than there are libraries: too many combinations to try in a
 * test.
 */
const LIBRARIES = 12;

/**
 * Seeds mods without a valid combination, which only a full search proves; returns the id of the
 * mod that requires them.
 */
async function seedPuzzle(world: World, shelf: Shelf): Promise<string> {
  const libraries: string[] = [];
  for (let library = 0; library < LIBRARIES; library += 1) {
    const versions = Array.from({ length: LIBRARIES - 1 }, (_, at): SeededVersion => {
      const dependencies = libraries.map(
        (modId) => ({ kind: 'conflict', modId, range: `1.${at}.0` }) as const,
      );
      return { version: `1.${at}.0`, dependencies };
    });
    libraries.push((await seedMod(world, shelf, { versions })).modId);
  }
  const dependencies = libraries.map((modId) => ({ kind: 'required', modId }) as const);
  return (await seedMod(world, shelf, { versions: [{ version: '1.0.0', dependencies }] })).modId;
}

const planOf = (world: World, modId: string, address = newAddress()): Promise<Answer> =>
  world.anon.post(
    '/install-plans:resolve',
    { game_slug: 'limits', mod_ids: [modId] },
    from(address),
  );

describe('the time limit of plans', () => {
  let shelf: Shelf;
  beforeAll(async () => {
    await newGame(hasty, 'limits');
    shelf = await shelfOf(hasty, 'limits');
  });

  it('a plan that exceeds its time limit returns 422 too_complex over REST and as an agent tool', async () => {
    const modId = await seedPuzzle(hasty, shelf);
    const { status, body } = await planOf(hasty, modId);
    expect([status, body.code, body.retryable]).toEqual([422, 'validation_failed', false]);
    expect(body.fields).toEqual([
      expect.objectContaining({ field: 'mod_ids', code: 'too_complex' }),
    ]);
    const tool = 'install_plans.resolve';
    const agent = await agentOf(hasty, await hasty.creator('alice'), tool);
    const input = { game_slug: 'limits', mod_ids: [modId] };
    const run = await runTool(agent, { tool, input });
    expect([run.status, run.body.code]).toEqual([422, 'validation_failed']);
  });

  it('an update check that exceeds its time limit returns 422 too_complex and names the items', async () => {
    const { versions } = await seedMod(hasty, shelf);
    const runs = vi.spyOn(hasty.platform.planSolver.threads, 'run');
    runs.mockRejectedValueOnce(new ThreadFailure('over_deadline'));
    const items = versions.map(({ artifactId }) => ({ artifact_id: artifactId }));
    const asked = { game_slug: 'limits', items };
    const { status, body } = await hasty.anon.post('/beta/updates:check', asked);
    const [[, , run] = []] = runs.mock.calls;
    runs.mockRestore();
    expect(run).toMatchObject({ deadlineMs: 500 });
    expect([status, body.code]).toEqual([422, 'validation_failed']);
    expect(body.fields).toEqual([expect.objectContaining({ field: 'items', code: 'too_complex' })]);
  });
});

/** A client whose connections a test resets, like those of a process that exits. */
function leavingClient() {
  const sockets: Socket[] = [];
  const post = async (path: string, content: object, address: string): Promise<void> => {
    const { host, port } = new URL(patient.baseUrl);
    const body = JSON.stringify(content);
    const head = [
      `POST ${path} HTTP/1.1`,
      `Host: ${host}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      `X-Forwarded-For: ${address}`,
    ];
    sockets.push(await dial(Number(port), `${head.join('\r\n')}\r\n\r\n${body}`));
  };
  const leave = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return { post, leave };
}

const GRAPHQL_PLAN = `query ($id: ID!) {
  resolveInstallPlan(input: { gameSlug: "limits", modIds: [$id] }) { status } }`;

const PUZZLE_FACES = [
  ['REST', '/v1/install-plans:resolve', (id: string) => ({ game_slug: 'limits', mod_ids: [id] })],
  ['GraphQL', '/graphql', (id: string) => ({ query: GRAPHQL_PLAN, variables: { id } })],
] as const;

describe('plan puzzles that keep all solver threads busy', () => {
  let shelf: Shelf;
  let puzzle: string;
  beforeAll(async () => {
    await newGame(patient, 'limits');
    shelf = await shelfOf(patient, 'limits');
    puzzle = await seedPuzzle(patient, shelf);
  });

  it.each(everyNth(PUZZLE_FACES, 3))(
    'one client with puzzles over %s starves no other client, and its disconnect frees its thread',
    async (_face, path, bodyOf) => {
      const runs = vi.spyOn(patient.platform.planSolver.threads, 'run');
      const address = newAddress();
      const client = leavingClient();
      // One runs in a thread and three wait.
      for (let at = 0; at < 4; at += 1) await client.post(path, bodyOf(puzzle), address);
      await eventually(() => expect(runs).toHaveBeenCalledTimes(4), 100_000);
      const refused = await planOf(patient, puzzle, address);
      expect([refused.status, refused.body.code, refused.body.quota_bucket]).toEqual([
        429,
        'rate_limited',
        'plan_time',
      ]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      const { modId } = await seedMod(patient, shelf);
      expect((await planOf(patient, modId)).status).toBe(200);

      client.leave();
      const ended = runs.mock.results.slice(0, 4).map(({ value }) => value);
      const outcomes = await Promise.allSettled(ended);
      expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
      expect((await planOf(patient, modId, address)).status).toBe(200);
      runs.mockRestore();
    },
  );

  longTest(
    'puzzles in all solver threads delay no other request, get 503 beyond the queue, and end with the process',
    async () => {
      const { threads } = patient.platform.planSolver;
      const runs = vi.spyOn(threads, 'run');
      const settled: Answer[] = [];
      // Two threads, sixteen places in the queue, and one more; each plan has its own address.
      const plans = Array.from({ length: 19 }, async () => {
        settled.push(await planOf(patient, puzzle));
      });
      await eventually(() => expect(runs).toHaveBeenCalledTimes(19), 100_000);
      await eventually(() => expect(settled).toHaveLength(1), 100_000);
      expect([settled[0]?.status, settled[0]?.body.code]).toEqual([503, 'service_unavailable']);
      expect(Number(settled[0]?.headers.get('retry-after'))).toBeGreaterThan(0);

      const health = await fetch(`${patient.baseUrl}/healthz`);
      const games: Json = await patient.anon.get('/games');
      expect([health.status, games.status]).toEqual([200, 200]);
      // The threads still solve or queue all puzzles: other requests did not wait for them.
      expect(settled).toHaveLength(1);

      // A process that stops closes its threads, which would otherwise run for hours.
      await threads.close();
      await Promise.all(plans);
      expect(new Set(settled.map(({ status }) => status))).toEqual(new Set([503]));
      runs.mockRestore();
    },
  );
});

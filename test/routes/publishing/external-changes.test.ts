import { beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../../actors.js';
import { fileOf, json, keep, status } from '../../provider-server.js';
import { draftMod, draftVersion, refusal } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import {
  declared,
  passDays,
  type Referred,
  register,
  runAllAttempts,
} from '../../workers/publishing/references.js';
import {
  alice,
  byAgent,
  bytesOf,
  modId,
  published,
  resolve,
  server,
  useExternalFiles,
  world,
} from './external-files.js';

await useExternalFiles();

describe('external artifacts that change at their provider', () => {
  // Fails the references of earlier tests, so that the daily check examines only those of one test.
  beforeEach(() => world.platform.db.externalReference.updateMany({ data: { state: 'failed' } }));

  const versions = async ({ versionId }: Referred): Promise<Json> =>
    world.anon.get(`/mods/${modId}/versions/${versionId}`);

  it('an external artifact that its provider removed is withdrawn on download and by the daily check', async () => {
    const [asked, looked] = [await published(), await published()];
    for (const { file } of [asked, looked]) server.serve(file.apiPath, status(404));
    expect(refusal(await resolve(alice, asked))).toBe('410 reference_withdrawn');
    expect(refusal(await byAgent(asked.artifactId))).toBe('410 reference_withdrawn');
    await world.settled();
    const ended = await world.platform.db.externalReference.findUnique({
      where: { id: asked.referenceId },
    });
    expect(ended).toMatchObject({
      state: 'withdrawn',
      endReason: 'reference_withdrawn',
      locatorKey: null,
    });
    await passDays(world, 1);
    expect(refusal(await resolve(world.anon, looked))).toBe('410 reference_withdrawn');
    expect(refusal(await world.anon.get(`/artifacts/${looked.artifactId}`))).toBe('410 gone');
    const events = await world.platform.db.outboxEvent.findMany({
      where: { subjectId: looked.artifactId },
      orderBy: { id: 'asc' },
    });
    expect(events.map(({ kind }) => kind)).toEqual(['file.ready', 'file.failed']);
    expect((await versions(looked)).status).toBe(200);
  });

  it('a mod whose provider removed a file offers its previous version, then none, in lists, plans and search', async () => {
    const { id } = await draftMod(alice, 'kept', { title: { en: 'Vanishing' } });
    const bring = async (version: string, loader: string) => {
      const draft = { version, loader_platforms: [loader], game_versions: ['1.21'] };
      const target = { modId: id, versionId: (await draftVersion(alice, id, draft)).id };
      const bytes = bytesOf();
      const file = keep(server, 'github', bytes);
      const { artifact_id } = (await register(alice, target, declared(file, bytes))).body.data;
      await world.settled();
      await alice.post(`/mods/${id}/versions/${target.versionId}/publish`, {});
      world.clock.advance(1);
      return { ...target, file, artifactId: artifact_id };
    };
    const plan = (selection: object) =>
      world.anon.post('/install-plans:resolve', { game_slug: 'kept', ...selection });
    // Other mods of the game declare no loader, so they match every loader filter.
    const idsIn = async (query: string): Promise<string[]> =>
      (await world.anon.get(`/mods?game_slug=kept&limit=100&${query}`)).body.data
        .map((mod: Json) => mod.id)
        .filter((it: string) => it === id);
    const offered = async () => {
      const { body } = await world.anon.get(`/mods/${id}`);
      const planned = (await plan({ mod_ids: [id] })).body.data;
      return {
        latest: [body.data.latest_version, body.data.latest_release?.version ?? null],
        loaders: body.data.loaders,
        listed: await idsIn('loader=fabric'),
        found: await idsIn('q=vanishing&loader=fabric'),
        planned: [planned.status, ...planned.items.map((item: Json) => item.artifact_id)],
      };
    };
    const first = await bring('1.0.0', 'forge');
    const second = await bring('2.0.0', 'fabric');
    await world.settled();
    expect(await offered()).toEqual({
      latest: ['2.0.0', '2.0.0'],
      loaders: ['fabric', 'forge'],
      listed: [id],
      found: [id],
      planned: ['resolved', second.artifactId],
    });
    server.serve(second.file.apiPath, status(404));
    await passDays(world, 1);
    expect(await offered()).toEqual({
      latest: ['1.0.0', '1.0.0'],
      loaders: ['forge'],
      listed: [],
      found: [],
      planned: ['resolved', first.artifactId],
    });
    server.serve(first.file.apiPath, status(404));
    await passDays(world, 1);
    expect(await offered()).toMatchObject({
      latest: [null, null],
      loaders: [],
      planned: ['unsatisfiable'],
    });
    expect(refusal(await plan({ artifacts: [first.artifactId] }))).toBe('410 gone');
    const { modId, versionId } = first;
    const pinned = { versions: [{ mod_id: modId, version_id: versionId }] };
    expect(refusal(await plan(pinned))).toBe('410 gone');
  });

  it.each([
    ['another host', 'https://evil.example/mod.zip'],
    ['another port', 'https://codeberg.org:8443/mod.zip'],
    ['a script', 'javascript:alert(1)'],
    ['a user', 'https://codeberg.org@evil.example/mod.zip'],
  ])('an external artifact does not resolve to a provider URL with %s', async (_name, address) => {
    const { file, bytes, ...made } = await published('codeberg');
    server.serve(file.apiPath, json(file.tell(bytes, { browser_download_url: address })));
    expect(refusal(await resolve(alice, made))).toBe('503 provider_unavailable');
  });

  it('an external artifact with changed bytes is stale at once and withdrawn after its examination', async () => {
    const { file, bytes, ...made } = await published('codeberg');
    const other = bytesOf();
    server.serve(file.apiPath, json(file.tell(bytes, { created_at: '2026-02-02T00:00:00Z' })));
    server.serve(file.filePath, fileOf(other));
    expect(refusal(await resolve(alice, made))).toBe('409 reference_stale');
    await world.settled();
    expect(refusal(await resolve(alice, made))).toBe('410 reference_withdrawn');
  });

  longTest(
    'an external artifact with changed metadata but the same bytes gets a new reference revision',
    async () => {
      const { file, bytes, ...made } = await published('codeberg');
      server.serve(file.apiPath, json(file.tell(bytes, { created_at: '2026-02-02T00:00:00Z' })));
      expect(refusal(await resolve(alice, made))).toBe('409 reference_stale');
      await world.settled();
      const { data } = (await resolve(alice, made)).body;
      expect(data.transport.reference_revision).toBe(2);
    },
  );

  longTest(
    'an external artifact is stale after a long provider outage and recovers without a new fetch of its bytes',
    async () => {
      const { file, bytes, ...made } = await published();
      server.serve(file.apiPath, status(500));
      await passDays(world, 1);
      await runAllAttempts(world);
      server.serve(file.apiPath, json(file.tell(bytes)));
      expect((await resolve(alice, made)).status).toBe(200);
      server.serve(file.apiPath, status(500));
      for (const days of [1, 1, 1.5]) {
        await passDays(world, days);
        await runAllAttempts(world);
      }
      expect(refusal(await resolve(alice, made))).toBe('409 reference_stale');
      expect(refusal(await byAgent(made.artifactId))).toBe('409 reference_stale');
      const { state } = await world.platform.db.externalReference.findUniqueOrThrow({
        where: { id: made.referenceId },
      });
      expect(state).toBe('stale');
      server.serve(file.apiPath, json(file.tell(bytes)));
      const fetches = server.asked.filter(({ path }) => path === file.filePath).length;
      await passDays(world, 1.5);
      expect((await resolve(alice, made)).status).toBe(200);
      expect(server.asked.filter(({ path }) => path === file.filePath)).toHaveLength(fetches);
    },
  );

  longTest('an external artifact is completely examined again after a month', async () => {
    const made = await published();
    await passDays(world, 31);
    const { data } = (await resolve(alice, made)).body;
    expect(data.transport.reference_revision).toBe(2);
  });
});

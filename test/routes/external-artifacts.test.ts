import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ExternalConfig } from '../../src/config.js';
import { PROVIDER_NAMES } from '../../src/registry/providers.js';
import type { Actor, Creator, Json } from '../actors.js';
import { runTool } from '../agents.js';
import { useWorld } from '../harness.js';
import { meanwhile } from '../locks.js';
import {
  fileOf,
  json,
  type KeptFile,
  keep,
  openProviderServer,
  plainFileOf,
  status,
} from '../provider-server.js';
import {
  archiveOf,
  bareMod,
  draftMod,
  draftVersion,
  newGame,
  refusal,
  sha256Of,
} from '../publishing.js';
import {
  declared,
  examinationOf,
  passDays,
  type Referred,
  refer,
  register,
  runAllAttempts,
  switchedOn,
} from '../workers/references.js';

const server = await openProviderServer();
afterAll(() => server.close());

const world = useWorld(switchedOn(server), { jobs: 'when-settled' });
let alice: Creator;
let mallory: Creator;
let modId: string;

beforeAll(async () => {
  await newGame(world, 'kept');
  alice = await world.creator('alice');
  mallory = await world.creator('mallory');
  modId = (await draftMod(alice, 'kept')).id;
});

const bytesOf = (text: string = randomUUID()) => new Uint8Array(archiveOf(text));
const newTarget = async (of: string = modId) => ({
  modId: of,
  versionId: String((await draftVersion(alice, of, { version: randomUUID() })).id),
});
const resolve = (actor: Actor, { artifactId }: { artifactId: string }, body?: object) =>
  actor.post(`/downloads/${artifactId}/resolve`, body);

/** Resolves a download with the agent tool, which returns the same problem codes as REST. */
const byAgent = async (artifactId: string) => {
  const agent = await alice.withToken({ scopes: 'agent:downloads.resolve' });
  return runTool(agent, { tool: 'downloads.resolve', input: { artifact_id: artifactId } });
};

/** Publishes a version with one provider file. */
async function published(provider: (typeof PROVIDER_NAMES)[number] = 'github') {
  const bytes = bytesOf();
  const file = keep(server, provider, bytes);
  const made = await refer(alice, modId, declared(file, bytes));
  await world.settled();
  const out = await publish(made);
  if (out.status !== 200) throw new Error(`not published: ${out.text}`);
  return { bytes, file, ...made };
}

const publish = ({ versionId }: Referred) =>
  alice.post(`/mods/${modId}/versions/${versionId}/publish`, {});

describe('external artifact registration', () => {
  it('an external artifact registration returns 202 with a status resource and replays by its idempotency key', async () => {
    const bytes = bytesOf();
    const file = keep(server, 'github', bytes);
    const target = await newTarget();
    const body = declared(file, bytes);
    const key = randomUUID();
    const made = await register(alice, target, body, key);
    expect(made.status).toBe(202);
    const { artifact_id, reference_id, validation_job_id } = made.body.data;
    const resource = `/v1/external-artifact-validation-jobs/${validation_job_id}`;
    expect(made.body.data).toEqual({
      ...{ artifact_id, reference_id, validation_job_id },
      state: 'pending',
      status_resource: resource,
    });
    await world.settled();
    const again = await register(alice, target, body, key);
    expect([again.status, again.body]).toEqual([202, made.body]);
    const other = { ...body, label: 'Another' };
    expect(refusal(await register(alice, target, other, key))).toBe('409 idempotency_conflict');
  });

  it('an external artifact registration without an idempotency key returns 400', async () => {
    const { versionId } = await newTarget();
    const path = `/mods/${modId}/versions/${versionId}/external-artifact`;
    const bytes = bytesOf();
    const body = declared(keep(server, 'github', bytes), bytes);
    const made = await alice.request('POST', path, { body });
    expect(refusal(made)).toBe('400 idempotency_key_required');
  });

  const bytes = bytesOf('refused');
  const github = { provider: 'github', owner: 'a', repository: 'b', release_id: 1, asset_id: 2 };
  it.each([
    [
      'another provider',
      { locator: { provider: 'gitlab', asset_id: 1 } },
      '400 provider_unsupported',
    ],
    [
      'a release without its number',
      { locator: { ...github, release_id: undefined } },
      '422 locator_invalid',
    ],
    [
      'a member of another provider',
      { locator: { ...github, platform: 'PAPER' } },
      '422 locator_invalid',
    ],
    [
      'a path in place of a name',
      { locator: { ...github, owner: '../..' } },
      '422 locator_invalid',
    ],
    [
      'a project by its changing name',
      {
        locator: {
          provider: 'modrinth',
          project_id: 'fabric-api',
          version_id: 'abcdefgh',
          filename: 'a.jar',
        },
      },
      '422 locator_invalid',
    ],
    ['a tag', { locator: { ...github, tag: 'v1.0' } }, '422 locator_invalid'],
    ['a branch', { locator: { ...github, branch: 'main' } }, '422 locator_invalid'],
    [
      'an address',
      { locator: { provider: 'github', url: 'https://example.org/a.jar' } },
      '422 locator_invalid',
    ],
    [
      'a tag in place of the number of a release',
      { locator: { ...github, release_id: 'v1.0' } },
      '422 locator_invalid',
    ],
    ['no provider', { locator: { owner: 'a' } }, '400 invalid_input'],
    ['a locator that is a text', { locator: 'github' }, '400 invalid_input'],
    ['a tag and an unknown member', { locator: { tag: 'v1.0' }, tag: 1 }, '400 invalid_input'],
    ['no SHA-256', { expected_hashes: {} }, '400 missing_sha256'],
    ['a SHA-256 that is none', { expected_hashes: { sha256: 'x' } }, '400 invalid_sha256'],
    [
      'no SHA-512 and no SHA-1 of Modrinth',
      {
        locator: {
          provider: 'modrinth',
          project_id: 'AABBCCDD',
          version_id: 'abcdefgh',
          filename: 'a.jar',
        },
      },
      '400 invalid_metadata',
    ],
    [
      'an extension that is no archive',
      { filename: 'mod.exe' },
      '400 unsupported_archive_extension',
    ],
    [
      'a content type of something else',
      { content_type: 'image/png' },
      '409 archive_mime_mismatch',
    ],
  ])('an external artifact registration rejects %s', async (_, more, expected) => {
    const body = declared({ provider: 'github', locator: github } as KeptFile, bytes, more);
    expect(refusal(await register(alice, await newTarget(), body))).toBe(expected);
  });

  const refusedIn = async (locale: string, more: object) => {
    const file = { provider: 'github', locator: { ...github, ...more } } as KeptFile;
    const { versionId } = await newTarget();
    const answer = await alice.request(
      'POST',
      `/mods/${modId}/versions/${versionId}/external-artifact`,
      {
        body: declared(file, bytes),
        headers: { 'Idempotency-Key': randomUUID(), 'Accept-Language': locale },
      },
    );
    expect(refusal(answer)).toBe('422 locator_invalid');
    return answer.body.detail;
  };

  it.each([
    ['a tag', { tag: 'v1.0' }, 'Remove locator.tag.'],
    ['an address', { url: 'https://example.org/a.jar' }, 'Remove locator.url.'],
    ['a tag in place of a number', { release_id: 'v1.0' }, 'Correct locator.release_id.'],
    ['a path in place of a name', { owner: '../..' }, 'Correct locator.owner.'],
    [
      'three wrong members',
      { platform: 'PAPER', asset_id: undefined, repository: 'a/b' },
      'Remove locator.platform. Add locator.asset_id. Correct locator.repository.',
    ],
  ])('locator_invalid names the wrong members: %s', async (_, more, named) => {
    const beginning = `${named} The locator does not name`;
    expect((await refusedIn('en', more)).slice(0, beginning.length)).toBe(beginning);
  });

  it.each([
    ['ru', 'Уберите locator.tag. Указатель'],
    ['de', 'Entfernen Sie locator.tag. Der Verweis'],
  ])('locator_invalid names the wrong member in the locale %s', async (locale, beginning) => {
    expect((await refusedIn(locale, { tag: 'v1' })).slice(0, beginning.length)).toBe(beginning);
  });

  it('an external artifact registration of a registered GitHub asset returns 409 under another owner and repository', async () => {
    const bytes = bytesOf();
    const file = keep(server, 'github', bytes);
    await refer(alice, modId, declared(file, bytes));
    const locator = { ...file.locator, owner: 'Renamed', repository: 'since' };
    const body = declared({ ...file, locator }, bytes);
    expect(refusal(await register(alice, await newTarget(), body))).toBe(
      '409 source_already_imported',
    );
  });

  it('two concurrent external artifact registrations of one source return 202 and 409', async () => {
    const bytes = bytesOf();
    const body = declared(keep(server, 'hangar', bytes), bytes);
    const targets = [await newTarget(), await newTarget()];
    const made = await Promise.all(targets.map((target) => register(alice, target, body)));
    expect(made.map((answer) => answer.status).toSorted()).toEqual([202, 409]);
  });

  it('a version takes one external artifact, and deleting the version frees the source', async () => {
    const bytes = bytesOf();
    const body = declared(keep(server, 'github', bytes), bytes);
    const made = await refer(alice, modId, body);
    const other = declared(keep(server, 'github', bytes), bytes);
    expect(refusal(await register(alice, made, other))).toBe('409 invalid_state');
    await alice.graphql(`mutation { deleteModVersion(id: "${made.versionId}") { id } }`);
    const { db, clock } = world.platform;
    const { endReferencesOf } = await import('../../src/modules/publishing/index.js');
    await db.$transaction((tx) => endReferencesOf(tx, [made.versionId], clock.now()));
    expect((await register(alice, await newTarget(), body)).status).toBe(202);
    await world.settled();
    expect(await examinationOf(alice, made)).toMatchObject({ state: 'rejected' });
  });

  it('an external artifact registration requires a public mod, team membership and every scope', async () => {
    const bytes = bytesOf();
    const body = declared(keep(server, 'github', bytes), bytes);
    const { id: paid } = await bareMod(alice, 'kept', { access_tier: 'paid' });
    expect(refusal(await register(alice, await newTarget(paid), body))).toBe('403 forbidden');
    expect(refusal(await register(mallory, await newTarget(), body))).toBe('404 not_found');
    const reader = await alice.withToken({ scopes: 'mods:write files:upload' });
    const { versionId } = await newTarget();
    const path = `/mods/${modId}/versions/${versionId}/external-artifact`;
    const made = await reader.post(path, body, { 'Idempotency-Key': randomUUID() });
    expect(refusal(made)).toBe('403 insufficient_scope');
  });

  it('a mod with an external artifact must stay public, and the problem names access_tier', async () => {
    const { id } = await bareMod(alice, 'kept');
    const target = await newTarget(id);
    const bytes = bytesOf();
    const made = await register(alice, target, declared(keep(server, 'github', bytes), bytes));
    expect(made.status).toBe(202);
    const change = async (access_tier: string) => {
      const etag = (await alice.get(`/mods/${id}`)).headers.get('etag') ?? '';
      return alice.patch(`/mods/${id}`, { access_tier }, { 'If-Match': etag });
    };
    for (const tier of ['authenticated', 'paid', 'restricted']) {
      const refused = await change(tier);
      expect(refusal(refused)).toBe('400 invalid_metadata');
      expect(refused.body.fields).toEqual([{ field: 'access_tier', code: 'not_allowed' }]);
    }
    expect((await change('public')).status).toBe(200);
    const remove = 'mutation ($id: ID!) { deleteModVersion(id: $id) }';
    const removed = await alice.graphql(remove, { id: target.versionId });
    expect(removed.body.errors).toBeUndefined();
    expect((await change('paid')).status).toBe(200);
  });

  it('an external artifact registration waits for an access tier change and returns 403 if the mod is no longer public', async () => {
    const { id } = await bareMod(alice, 'kept');
    const target = await newTarget(id);
    const bytes = bytesOf();
    const { waited, result } = await meanwhile(
      world,
      (tx) => tx.mod.update({ where: { id }, data: { accessTier: 'paid' } }),
      () => register(alice, target, declared(keep(server, 'github', bytes), bytes)),
    );
    expect([waited, refusal(result)]).toEqual([true, '403 forbidden']);
  });

  it('an external artifact validation job returns 404 outside the team and 401 without a credential', async () => {
    const bytes = bytesOf();
    const made = await refer(alice, modId, declared(keep(server, 'github', bytes), bytes));
    const path = `/external-artifact-validation-jobs/${made.jobId}`;
    expect(refusal(await mallory.get(path))).toBe('404 not_found');
    expect(refusal(await world.anon.get(path))).toBe('401 unauthorized');
  });
});

describe('unexamined external artifacts', () => {
  it('an unexamined external artifact is pending for its team, missing for other callers and blocks publication', async () => {
    const bytes = bytesOf();
    const made = await refer(alice, modId, declared(keep(server, 'github', bytes), bytes));
    expect(refusal(await resolve(alice, made))).toBe('409 reference_pending');
    expect(refusal(await byAgent(made.artifactId))).toBe('409 reference_pending');
    expect(refusal(await resolve(mallory, made))).toBe('404 file_not_found');
    expect(refusal(await resolve(world.anon, made))).toBe('404 file_not_found');
    expect(refusal(await publish(made))).toBe('409 version_not_ready');
  });
});

describe('published external artifacts', () => {
  it.each(PROVIDER_NAMES)(
    'a published external artifact resolves to a URL of %s without a fallback',
    async (provider) => {
      const { bytes, file, artifactId, referenceId } = await published(provider);
      const { status, body } = await resolve(world.anon, { artifactId });
      expect(status).toBe(200);
      const { transport, mod, version, artifact, distribution, ...rest } = body.data;
      expect(transport).toEqual({
        kind: 'external_provider_reference',
        provider,
        reference_id: referenceId,
        reference_revision: 1,
        url: `${server.origin}${file.filePath}`,
        expires_at: expect.any(String),
        ttl_seconds: expect.any(Number),
      });
      expect(transport.ttl_seconds).toBeGreaterThan(0);
      expect([mod.id, version.artifact_ids, artifact.id, distribution]).toEqual([
        ...[modId, [artifactId], artifactId, 'service'],
      ]);
      expect(artifact.artifact_source).toBe('external_provider_reference');
      expect(rest).toEqual({
        website_url: expect.any(String),
        mod_url: expect.any(String),
        api_url: expect.any(String),
        size_bytes: bytes.length,
        sha256: sha256Of(bytes),
        hashes: { sha256: sha256Of(bytes) },
        fallback: { available: false, endpoint: null, url: null },
        representation: { provider, etag_scope: provider, etag: null, if_match: null },
        capabilities: {
          head_supported: true,
          range_supported: true,
          conditional_requests: true,
          conditional_headers: ['If-None-Match'],
        },
      });
      const fetched = await fetch(transport.url);
      expect(sha256Of(new Uint8Array(await fetched.arrayBuffer()))).toBe(sha256Of(bytes));
    },
  );

  it('an external artifact shows which capabilities its provider host lacks', async () => {
    const bytes = bytesOf();
    const file = keep(server, 'codeberg', bytes);
    server.serve(file.filePath, plainFileOf(bytes));
    const made = await refer(alice, modId, declared(file, bytes));
    await world.settled();
    await publish(made);
    const { data } = (await resolve(world.anon, made)).body;
    expect(data.capabilities).toEqual({
      head_supported: false,
      range_supported: false,
      conditional_requests: false,
      conditional_headers: [],
    });
    expect(data.artifact.download_metadata.range_supported).toBe(false);
    const summary = await world.anon.get(`/artifacts/${made.artifactId}`);
    expect(summary.body.data.download.range_supported).toBe(false);
  });

  it('an external artifact has a summary, is planned, and appears in its version by id only', async () => {
    const { bytes, artifactId, versionId } = await published();
    const summary = await world.anon.get(`/artifacts/${artifactId}`);
    expect(summary.body.data).toMatchObject({
      artifact_id: artifactId,
      size_bytes: bytes.length,
      hashes: { sha256: sha256Of(bytes) },
    });
    expect(summary.text).not.toContain(server.origin);
    const plan = await world.anon.post('/install-plans:resolve', {
      game_slug: 'kept',
      versions: [{ mod_id: modId, version_id: versionId }],
    });
    expect(plan.body.data.items).toMatchObject([{ artifact_id: artifactId }]);
    const version = await world.anon.get(`/mods/${modId}/versions/${versionId}`);
    expect(version.body.data.artifact_ids).toEqual([artifactId]);
    expect(version.body.data).not.toHaveProperty('artifacts');
  });

  it('downloads of an external artifact share one provider request until its result expires', async () => {
    const { file, ...made } = await published();
    const before = server.asked.length;
    await Promise.all([1, 2, 3, 4].map(() => resolve(world.anon, made)));
    await resolve(alice, made);
    const asked = server.asked.slice(before).filter(({ path }) => path === file.apiPath);
    expect(asked).toHaveLength(1);
    world.clock.advance(200);
    await resolve(alice, made);
    expect(server.asked.filter(({ path }) => path === file.apiPath).length).toBe(
      server.asked.slice(0, before).filter(({ path }) => path === file.apiPath).length + 2,
    );
  });

  it('an external artifact resolves again with the same idempotency key and has no download job', async () => {
    const made = await published();
    const key = { 'Idempotency-Key': randomUUID() };
    const path = `/downloads/${made.artifactId}/resolve`;
    const answers = [
      await alice.post(path, undefined, key),
      await alice.post(path, undefined, key),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    const body = { download_job: { id: randomUUID(), progress: { bytes_received: 1 } } };
    expect(refusal(await resolve(alice, made, body))).toBe('404 download_session_not_found');
  });

  it('the provider URL of an external artifact is stored nowhere in the database', async () => {
    const made = await published();
    await resolve(alice, made);
    const { db } = world.platform;
    const tables = await db.$queryRaw<{ name: string }[]>`
      select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE'`;
    for (const { name } of tables) {
      const [found] = await db.$queryRawUnsafe<{ count: bigint }[]>(
        `select count(*) from "${name}" t where t::text like '%${made.file.filePath}%'`,
      );
      expect([name, Number(found?.count)]).toEqual([name, 0]);
    }
  });

  it.each([
    ['asks to wait', status(429, { 'Retry-After': '7' }), '429 provider_rate_limited'],
    [
      'has no quota left',
      status(403, { 'X-RateLimit-Remaining': '0' }),
      '429 provider_rate_limited',
    ],
    ['answers 502', status(502), '503 provider_unavailable'],
    [
      'sends us into the machine',
      status(302, { Location: 'http://10.0.0.1/' }),
      '503 provider_unavailable',
    ],
  ])('an external artifact does not resolve while its provider %s', async (_, answer, expected) => {
    const { file, ...made } = await published();
    server.serve(file.apiPath, answer);
    expect(refusal(await resolve(alice, made))).toBe(expected);
    expect(refusal(await byAgent(made.artifactId))).toBe(expected);
  });
});

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

  it('an external artifact with changed metadata but the same bytes gets a new reference revision', async () => {
    const { file, bytes, ...made } = await published('codeberg');
    server.serve(file.apiPath, json(file.tell(bytes, { created_at: '2026-02-02T00:00:00Z' })));
    expect(refusal(await resolve(alice, made))).toBe('409 reference_stale');
    await world.settled();
    const { data } = (await resolve(alice, made)).body;
    expect(data.transport.reference_revision).toBe(2);
  });

  it('an external artifact is stale after a long provider outage and recovers without a new fetch of its bytes', async () => {
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
  });

  it('an external artifact is completely examined again after a month', async () => {
    const made = await published();
    await passDays(world, 31);
    const { data } = (await resolve(alice, made)).body;
    expect(data.transport.reference_revision).toBe(2);
  });
});

describe('external artifact switches', () => {
  type Switches = {
    -readonly [K in 'registration' | 'worker' | 'resolve']: boolean;
  } & { providers: { github: { enabled: boolean } } };
  // Another start would read these values from its environment.
  const switches = () => world.platform.config.external as ExternalConfig & Switches;
  afterAll(() => set('registration worker resolve provider'));

  function set(on: string): void {
    const external = switches();
    const {
      registration,
      worker,
      resolve: handsOut,
      provider,
    } = {
      registration: on.includes('registration'),
      worker: on.includes('worker'),
      resolve: on.includes('resolve'),
      provider: on.includes('provider'),
    };
    Object.assign(external, { registration, worker, resolve: handsOut });
    external.providers.github.enabled = provider;
  }

  it.each([
    ['', '503', 'pending', '503 feature_disabled', 404, 404],
    ['registration worker resolve', '503', 'pending', '503 feature_disabled', 404, 404],
    ['provider', '503', 'pending', '503 feature_disabled', 404, 404],
    ['registration provider', '202', 'pending', '503 feature_disabled', 404, 404],
    ['worker provider', '503', 'verified', '503 feature_disabled', 404, 404],
    ['resolve provider', '503', 'pending', '200', 200, 200],
  ])(
    'the external artifact switches “%s” enable only their own features',
    async (on, registered, examined, resolved, shown, planned) => {
      const { file: _, ...out } = await published();
      const bytes = bytesOf();
      const waiting = await refer(alice, modId, declared(keep(server, 'github', bytes), bytes));
      const body = declared(keep(server, 'github', bytes), bytes);
      const target = await newTarget();
      set(on);
      const made = await register(alice, target, body);
      await world.settled();
      const found = await resolve(world.anon, out);
      const tool = await byAgent(out.artifactId);
      const plan = await world.anon.post('/install-plans:resolve', {
        game_slug: 'kept',
        artifacts: [out.artifactId],
      });
      const seen = {
        registered: made.status === 202 ? '202' : refusal(made),
        examined: await examinationOf(alice, waiting),
        resolved: found.status === 200 ? '200' : refusal(found),
        byAgent: tool.status === 200 ? '200' : refusal(tool),
        shown: (await world.anon.get(`/artifacts/${out.artifactId}`)).status,
        planned: plan.status,
      };
      set('registration worker resolve provider');
      expect(seen).toEqual({
        registered: registered === '202' ? '202' : '503 feature_disabled',
        examined: expect.objectContaining({
          state: examined,
          attempts: examined === 'pending' ? 0 : 1,
        }),
        ...{ resolved, byAgent: resolved, shown, planned },
      });
    },
  );

  it('a disabled external artifact registration returns 503 before it parses the body', async () => {
    const target = await newTarget();
    const path = `/mods/${target.modId}/versions/${target.versionId}/external-artifact`;
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
    const sent = new TextEncoder().encode('{ no JSON');
    set('worker resolve provider');
    const answers = [
      await alice.request('POST', path, { body: sent, headers }),
      await alice.post(path, { unknown: true }),
      await mallory.post(path, { unknown: true }),
    ];
    set('registration worker resolve');
    const body = { ...declared(keep(server, 'github', bytesOf()), bytesOf()) };
    const locator = { provider: 'github', owner: '../..' };
    answers.push(await alice.post(path, { ...body, locator }));
    set('registration worker resolve provider');
    expect(answers.map(refusal)).toEqual([
      ...['503 feature_disabled', '503 feature_disabled', '403 forbidden'],
      '503 feature_disabled',
    ]);
    const on = await alice.request('POST', path, { body: sent, headers });
    expect(refusal(on)).toBe('400 invalid_json');
  });

  it('an external artifact registration replays after its feature is switched off', async () => {
    const bytes = bytesOf();
    const body = declared(keep(server, 'github', bytes), bytes);
    const target = await newTarget();
    const key = randomUUID();
    const made = await register(alice, target, body, key);
    set('worker resolve provider');
    const again = await register(alice, target, body, key);
    set('registration worker resolve provider');
    expect([again.status, again.body]).toEqual([202, made.body]);
  });

  it('a pending external artifact is examined after its worker is switched on', async () => {
    const bytes = bytesOf();
    set('registration provider resolve');
    const made = await refer(alice, modId, declared(keep(server, 'github', bytes), bytes));
    await world.settled();
    set('registration worker resolve provider');
    world.clock.advance(301);
    await world.settled();
    expect(await examinationOf(alice, made)).toMatchObject({ state: 'verified', attempts: 1 });
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import { PROVIDER_NAMES } from '../../../src/registry/providers.js';
import { agentOf, read } from '../../agents.js';
import { fileOf, keep, plainFileOf, status } from '../../provider-server.js';
import { refusal, sha256Of } from '../../publishing.js';
import { everyNth, longTest } from '../../rounds.js';
import { declared, refer, register } from '../../workers/publishing/references.js';
import {
  alice,
  byAgent,
  bytesOf,
  mallory,
  modId,
  publish,
  published,
  resolve,
  server,
  useExternalFiles,
  world,
} from './external-files.js';

await useExternalFiles();

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

  /** A ready version, for which an optional file of the provider is registered. */
  const withOptional = async () => {
    const main = bytesOf();
    const made = await refer(alice, modId, declared(keep(server, 'github', main), main));
    await world.settled();
    const bytes = bytesOf();
    const file = keep(server, 'github', bytes);
    const more = { file_kind: 'optional', filename: 'extra.zip' };
    const { data } = (await register(alice, made, declared(file, bytes, more))).body;
    const optional = { artifactId: data.artifact_id, referenceId: data.reference_id };
    return { ...made, file, bytes, optional };
  };

  it('a version is not published until the examination of its optional external file ends, and then has the file', async () => {
    const { optional, ...made } = await withOptional();
    const refused = await publish(made);
    expect(refusal(refused)).toBe('409 version_not_ready');
    expect(refused.body.detail).toContain('extra.zip');
    const agent = await agentOf(world, alice, 'publisher.validate');
    const of = { mod_id: modId, version_id: made.versionId };
    expect(await read(agent, 'publisher.validate', of)).toMatchObject({
      publishable: false,
      problems: [{ code: 'upload_under_way' }],
    });
    await world.settled();
    expect((await publish(made)).status).toBe(200);
    const { data } = (await world.anon.get(`/mods/${modId}/versions/${made.versionId}`)).body;
    expect(data.artifact_ids.toSorted()).toEqual([made.artifactId, optional.artifactId].toSorted());
  });

  it('an external file whose version is closed during the examination fails and frees its source', async () => {
    const { optional, file, bytes, ...made } = await withOptional();
    const { db } = world.platform;
    const serve = fileOf(bytes);
    // A process of an earlier release publishes the version without a look at external files.
    server.serve(file.filePath, async (request, response) => {
      const published = { where: { id: made.versionId }, data: { state: 'published' } } as const;
      await db.modVersion.update(published);
      serve(request, response);
    });
    await world.settled();
    expect(
      await db.externalReference.findUnique({
        where: { id: optional.referenceId },
        include: { artifact: true },
      }),
    ).toMatchObject({
      state: 'failed',
      endReason: 'invalid_state',
      locatorKey: null,
      artifact: { state: 'rejected' },
    });
    const events = await db.outboxEvent.findMany({ where: { subjectId: optional.artifactId } });
    expect(events.map(({ kind }) => kind)).toEqual(['file.failed']);
  });
});

describe('published external artifacts', () => {
  it.each(everyNth(PROVIDER_NAMES, 3))(
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
        modId,
        [artifactId],
        artifactId,
        'service',
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

  longTest('an external artifact shows which capabilities its provider host lacks', async () => {
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

  longTest(
    'an external artifact resolves again with the same idempotency key and has no download job',
    async () => {
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
    },
  );

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
    ['returns 429', status(429, { 'Retry-After': '7' }), '429 provider_rate_limited'],
    [
      'has no quota left',
      status(403, { 'X-RateLimit-Remaining': '0' }),
      '429 provider_rate_limited',
    ],
    ['answers 502', status(502), '503 provider_unavailable'],
    [
      'redirects to a private address',
      status(302, { Location: 'http://10.0.0.1/' }),
      '503 provider_unavailable',
    ],
  ])('an external artifact does not resolve while its provider %s', async (_, answer, expected) => {
    const { file, ...made } = await published();
    server.serve(file.apiPath, answer);
    expect(refusal(await resolve(alice, made))).toBe(expected);
    expect(refusal(await byAgent(made.artifactId))).toBe(expected);
    // The provider gets no request before that.
    world.clock.advance(LIMITS.providerWaitSeconds);
  });

  it('a provider gets no request for any file until the wait that it required is over', async () => {
    world.clock.stop();
    const [known, refused, other] = [await published(), await published(), await published()];
    const elsewhere = await published('modrinth');
    expect((await resolve(alice, known)).status).toBe(200);
    server.serve(refused.file.apiPath, status(429, { 'Retry-After': '30' }));
    const waits = async (made: { artifactId: string }) => {
      const answer = await resolve(alice, made);
      expect(refusal(answer)).toBe('429 provider_rate_limited');
      return [answer.headers.get('retry-after'), answer.body.retry_after_seconds];
    };
    expect(await waits(refused)).toEqual(['30', 30]);
    const before = server.asked.length;
    world.clock.advance(20);
    expect([await waits(refused), await waits(other)]).toEqual([
      ['10', 10],
      ['10', 10],
    ]);
    expect((await resolve(alice, known)).status).toBe(200);
    expect(server.asked).toHaveLength(before);
    expect((await resolve(alice, elsewhere)).status).toBe(200);
    world.clock.advance(10);
    expect((await resolve(alice, other)).status).toBe(200);
  });
});

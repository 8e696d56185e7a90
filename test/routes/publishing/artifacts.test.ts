import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/platform/database/connect.js';
import { parseHandoffUri } from '../../../src/registry/handoff-uri.js';
import type { Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import {
  archiveOf,
  draftMod,
  newGame,
  publishedVersion,
  readyVersion,
  sha256Of,
} from '../../publishing.js';
import { everyNth } from '../../rounds.js';
import { type Seeded, type Shelf, seedMod, shelfOf } from '../catalog/catalog-rows.js';

const world = useWorld();
const bytes = new Uint8Array(archiveOf('the bytes of the file'));
let shelf: Shelf;
let alice: Creator;
let mod: Json;
let ids: { versionId: string; uploadId: string; artifactId: string };

beforeAll(async () => {
  await newGame(world, 'files');
  shelf = await shelfOf(world, 'files');
  alice = await world.creator('alice');
  mod = await draftMod(alice, 'files');
  const version = { version: '1.0.0', game_versions: ['1.21'], loader_platforms: ['fabric'] };
  ids = await publishedVersion(world, alice, mod.id, version, bytes);
});

/** The expected PublicModArtifact of the published file (Spec 2.4). */
function expandedFile() {
  const sha256 = sha256Of(bytes);
  return {
    id: ids.artifactId,
    mod_id: mod.id,
    version_id: ids.versionId,
    file_kind: 'main',
    role: 'primary',
    category: 'main',
    file_version: '1.0.0',
    label: expect.any(String),
    original_filename: 'mod.zip',
    content_type: 'application/zip',
    game_version_key: '1.21',
    loader_key: 'fabric',
    platform: null,
    size_bytes: bytes.length,
    sha256,
    hashes: { sha256 },
    artifact_source: 'rehosted_blob',
    status: 'published',
    scan_status: 'clean',
    download_metadata: {
      resolve_endpoint: `/downloads/${ids.artifactId}/resolve`,
      range_supported: true,
    },
  };
}

it('handoffUri over GraphQL contains the file id alone (Spec 1)', async () => {
  const query = 'query ($id: ID!) { getArtifact(id: $id) { artifact { handoffUri } } }';
  const { body } = await world.anon.graphql(query, { id: ids.artifactId });
  const { handoffUri } = body.data.getArtifact.artifact;
  expect(parseHandoffUri(handoffUri)).toEqual({ artifactId: ids.artifactId });
});

describe('expanded files of a version (Spec 2.3)', () => {
  let seeded: Seeded;
  beforeEach(async () => {
    seeded = await seedMod(world, shelf);
  });

  it('an expanded file has exactly the members of PublicModArtifact and the digest of its bytes', async () => {
    const answer = await world.anon.get(`/mods/${mod.id}/versions/${ids.versionId}`);
    expect(answer.body.data.artifacts).toEqual([expandedFile()]);
  });

  it('a ready version lists its file ids to its team, without the expansion', async () => {
    const ready = await readyVersion(world, alice, mod.id, { version: '2.0.0' });
    const { status, body } = await alice.get(`/mods/${mod.id}/versions/${ready.versionId}`);
    expect([status, body.data.status]).toEqual([200, 'ready']);
    expect(body.data.artifact_ids).toEqual([ready.artifactId]);
    expect(body.data).not.toHaveProperty('artifacts');
  });

  type Break = (db: Database, ids: { id: string; uploadId: string }) => Promise<unknown>;
  const file =
    (data: object): Break =>
    (db, { id }) =>
      db.artifact.update({ where: { id }, data });
  const session =
    (data: object): Break =>
    (db, { uploadId }) =>
      db.uploadSession.update({ where: { id: uploadId }, data });
  const conditions: [string, Break][] = [
    ['its size is not positive', file({ sizeBytes: 0 })],
    ['its digest is unknown', file({ sha256: null })],
    ['its scan is not clean', file({ scanStatus: 'quarantined' })],
    ['its scan was skipped', file({ scanStatus: 'skipped' })],
    ['it is not published', file({ state: 'withdrawn' })],
    ['it has no blob', file({ blobId: null })],
    ['it has no upload session', file({ uploadId: null })],
    ['its session names another file', session({ artifactId: randomUUID() })],
    ['its session names another blob', session({ finalBlobId: randomUUID() })],
    ['its session is not ready', session({ state: 'quarantined' })],
    [
      'its blob was found unsafe',
      (db, { id }) =>
        db.blob.updateMany({ where: { artifacts: { some: { id } } }, data: { state: 'unsafe' } }),
    ],
  ];

  it.each(everyNth(conditions, 3))(
    'the file expansion is omitted if %s, and artifact_ids still lists the file',
    async (_, broken) => {
      const [version] = seeded.versions;
      const artifactId = version?.artifactId ?? '';
      const path = `/mods/${seeded.modId}/versions/${version?.versionId}`;
      expect((await world.anon.get(path)).body.data.artifacts).toHaveLength(1);
      await broken(world.platform.db, { id: artifactId, uploadId: version?.uploadId ?? '' });
      const { status, body } = await world.anon.get(path);
      expect([status, body.data.artifact_ids]).toEqual([200, [artifactId]]);
      expect(body.data.artifacts ?? null).toBeNull();
    },
  );
});

describe('file summary (Spec 2.8)', () => {
  it('a file summary has exactly the specified members and no storage keys or signed URLs', async () => {
    const answer = await world.anon.get(`/artifacts/${ids.artifactId}`);
    const api = `${world.platform.publicUrl}/v1/mods/${mod.id}`;
    const links = {
      web: `${world.platform.publicUrl}/mods/${mod.id}`,
      api,
      versions: `${api}/versions`,
    };
    expect(answer.body).toEqual({
      data: {
        artifact_id: ids.artifactId,
        mod: {
          id: mod.id,
          slug: mod.slug,
          title: { en: 'A mod' },
          game: { id: shelf.gameId, slug: 'files', name: 'files' },
          access_tier: 'public',
          links,
        },
        version: {
          id: ids.versionId,
          version: '1.0.0',
          release_channel: 'release',
          game_versions: ['1.21'],
          loader_platforms: ['fabric'],
          published_at: expect.stringMatching(/\.\d{3}Z$/),
        },
        artifact: expandedFile(),
        size_bytes: bytes.length,
        sha256: sha256Of(bytes),
        hashes: { sha256: sha256Of(bytes) },
        links,
        download: {
          resolve_endpoint: `/downloads/${ids.artifactId}/resolve`,
          range_supported: true,
        },
      },
    });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('etag')).toBeNull();
    const blob = await world.platform.db.blob.findUniqueOrThrow({
      where: { sha256: sha256Of(bytes) },
    });
    for (const secret of [blob.storageKey, blob.etag, blob.id, '/storage/', 'token=', '@']) {
      expect(answer.text).not.toContain(secret);
    }
  });

  it('a file summary is the same for anonymous and signed-in readers', async () => {
    const anonymous = await world.anon.get(`/artifacts/${ids.artifactId}`);
    const own = await alice.get(`/artifacts/${ids.artifactId}`);
    expect(own.text).toBe(anonymous.text);
  });

  it('a file summary is 400 for a malformed id, 404 for an unknown id, 410 for a deleted file', async () => {
    const malformed = await world.anon.get('/artifacts/not-an-id');
    expect([malformed.status, malformed.body.code]).toEqual([400, 'invalid_file_id']);
    const unknown = await world.anon.get(`/artifacts/${randomUUID()}`);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'file_not_found']);
    const id = randomUUID();
    await world.platform.db.tombstone.create({ data: { id, entity: 'artifact' } });
    const deleted = await world.anon.get(`/artifacts/${id}`);
    expect([deleted.status, deleted.body.code]).toEqual([410, 'gone']);
  });

  it('a file summary is 404 for an unsafe file and for a file of a hidden draft', async () => {
    const { db } = world.platform;
    const [unsafe, draft] = [await seedMod(world, shelf), await seedMod(world, shelf)];
    const [unsafeId, draftId] = [unsafe, draft].map((it) => it.versions[0]?.artifactId ?? '');
    await db.artifact.update({ where: { id: unsafeId ?? '' }, data: { scanStatus: 'rejected' } });
    await db.mod.update({ where: { id: draft.modId }, data: { state: 'draft' } });
    for (const id of [unsafeId, draftId]) {
      const answer = await world.anon.get(`/artifacts/${id}`);
      expect([answer.status, answer.body.code]).toEqual([404, 'file_not_found']);
    }
  });

  it('a file summary is 410 for a withdrawn file and 200 for an archived file', async () => {
    const { db } = world.platform;
    for (const [state, status] of [
      ['withdrawn', 410],
      ['archived', 200],
    ] as const) {
      const seeded = await seedMod(world, shelf);
      const { versionId = '', artifactId = '' } = seeded.versions[0] ?? {};
      await db.modVersion.update({ where: { id: versionId }, data: { state } });
      await db.artifact.update({ where: { id: artifactId }, data: { state } });
      expect((await world.anon.get(`/artifacts/${artifactId}`)).status).toBe(status);
    }
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator } from '../../actors.js';
import { writeZip } from '../../archives/zip-writer.js';
import { MOST_BLOCKED_MS, watchEventLoop } from '../../event-loop.js';
import { useWorld } from '../../harness.js';
import {
  archiveOf,
  bareMod,
  declarationOf,
  draftVersion,
  newGame,
  newModerator,
  quarantinedVersion,
  readyVersion,
  sendFile,
} from '../../publishing.js';

/** Entries of a manifest that almost fills the largest body. */
const ENTRIES = 33_000;
const PAGE = 100;

const world = useWorld({}, { jobs: 'when-settled' });
const bytes = new Uint8Array(archiveOf('long manifests'));
const archiveManifest = Array.from({ length: ENTRIES }, (_, at) => ({
  path: at.toString(36),
  sizeBytes: 1,
}));
let alice: Creator;
let modId: string;
let versions = 0;

beforeAll(async () => {
  await newGame(world, 'manifests');
  alice = await world.creator('alice');
  modId = (await bareMod(alice, 'manifests')).id;
});

const newTarget = async () => {
  versions += 1;
  const version = await draftVersion(alice, modId, { version: `${versions}.0.0` });
  return { modId, versionId: version.id };
};

/** The statements of some work that name the column of manifests. */
async function statementsWithManifests(work: () => Promise<unknown>): Promise<string[]> {
  const sent = await world.statements(work);
  return sent.filter((sql) => sql.includes('archive_manifest'));
}

describe('uploads with long manifests', () => {
  it('a list of uploads with long manifests does not block the event loop', async () => {
    const declared = declarationOf(await newTarget(), bytes, { archiveManifest });
    const made = await alice.post('/uploads', declared);
    expect(made.status).toBe(201);
    await copyUpload(made.body.data.upload_id, PAGE - 1);
    const watch = watchEventLoop();
    const { body } = await watch.during('a list', () =>
      alice.graphql(`{ listUploadSessions(limit: ${PAGE}) { items { id } } }`),
    );
    expect(body.data.listUploadSessions.items).toHaveLength(PAGE);
    expect(watch.maxMs()).toBeLessThan(MOST_BLOCKED_MS / 4);
  });

  it.each([
    ['/uploads:validate', 200],
    ['/uploads', 201],
  ])('POST %s with a long manifest does not block the event loop', async (path, status) => {
    const declared = declarationOf(await newTarget(), bytes, { archiveManifest });
    const watch = watchEventLoop();
    expect((await watch.during(path, () => alice.post(path, declared))).status).toBe(status);
    expect(watch.maxMs()).toBeLessThan(MOST_BLOCKED_MS / 2);
  });

  it('reads, completion, scan and abort of uploads load the manifest once, for the scan', async () => {
    const id = await sendFile(alice, await newTarget(), bytes);
    const other = await sendFile(alice, await newTarget(), bytes);
    const sent = await statementsWithManifests(async () => {
      await alice.graphql('{ listUploadSessions { items { id } } }');
      expect((await alice.get(`/uploads/${id}`)).status).toBe(200);
      expect((await alice.post(`/uploads/${id}/complete`, {})).status).toBe(202);
      await world.settled();
      expect((await alice.post(`/uploads/${other}/abort`, {})).status).toBe(200);
    });
    expect(sent).toEqual([expect.stringMatching(/^\s*select archive_manifest as manifest/)]);
  });

  it('the record of a scan of a thousand long paths is short', async () => {
    const folder = `${'a'.repeat(250)}/`.repeat(3);
    const entries = Array.from({ length: 1_000 }, (_, at) => ({
      name: `${folder}${at}${'b'.repeat(200)}`,
      content: `${at}`,
    }));
    const archive = new Uint8Array(writeZip(entries));
    const version = { version: '0.2.0' };
    const { uploadId } = await readyVersion(world, alice, modId, version, archive);
    const [row] = await world.platform.db.$queryRaw<{ state: string; characters: number }[]>`
      select state::text, length(inspection::text) as characters from upload_sessions
      where id = ${uploadId}::uuid`;
    expect(row?.state).toBe('ready');
    expect(row?.characters).toBeLessThan(2_000);
  });

  it('the queue of reviews loads no manifest', async () => {
    const { uploadId } = await quarantinedVersion(world, alice, modId, '0.1.0');
    const mary = await newModerator(world, 'mary');
    const sent = await statementsWithManifests(async () => {
      const { body } = await mary.graphql('{ listUploadReviews { items { id } } }');
      expect(body.data.listUploadReviews.items).toContainEqual({ id: uploadId });
    });
    expect(sent).toEqual([]);
  });
});

/** Stores further sessions with the values of a session. */
async function copyUpload(id: string, count: number): Promise<void> {
  const { db } = world.platform;
  const columns = await db.$queryRaw<{ names: string }[]>`
    select string_agg(column_name, ', ') as names from information_schema.columns
    where table_name = 'upload_sessions' and column_name not in ('id', 'staging_key')`;
  const names = columns[0]?.names ?? '';
  await db.$executeRawUnsafe(
    `insert into upload_sessions (id, staging_key, ${names})
      select gen_random_uuid(), gen_random_uuid()::text, ${names}
      from upload_sessions, generate_series(1, $2) where id = $1::uuid`,
    id,
    count,
  );
}

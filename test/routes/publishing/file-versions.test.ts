import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { meanwhile } from '../../locks.js';
import {
  archiveOf,
  declarationOf,
  draftMod,
  draftVersion,
  newGame,
  refusal,
  sendFile,
  type UploadTarget,
} from '../../publishing.js';
import { longTest } from '../../rounds.js';

describe('file versions', () => {
  const world = useWorld();
  let alice: Creator;
  let modId: string;

  beforeAll(async () => {
    await newGame(world, 'files');
    alice = await world.creator('alice');
    modId = (await draftMod(alice, 'files')).id;
  });

  let count = 0;
  const newTarget = async (): Promise<UploadTarget & { version: string }> => {
    count += 1;
    const version = `1.${count}`;
    return { modId, versionId: (await draftVersion(alice, modId, { version })).id, version };
  };
  const bytes = () => {
    count += 1;
    return new Uint8Array(archiveOf(`file ${count}`));
  };
  const upload = async ({ versionId }: UploadTarget, more: object = {}): Promise<Json> => {
    const id = await sendFile(alice, { modId, versionId }, bytes(), more);
    await alice.post(`/uploads/${id}/complete`, {});
    await world.settled();
    return (await alice.get(`/uploads/${id}`)).body.data;
  };
  const optional = (filename: string, more: object = {}) => ({
    fileKind: 'optional',
    filename,
    ...more,
  });
  const published = async ({ versionId }: UploadTarget): Promise<Json> => {
    const { body } = await alice.post(`/mods/${modId}/versions/${versionId}/publish`);
    const files = await Promise.all(
      body.data.artifact_ids.map((id: string) => world.anon.get(`/artifacts/${id}`)),
    );
    return Object.fromEntries(
      files.map(({ body: { data } }: Json) => [
        data.artifact.original_filename,
        data.artifact.file_version,
      ]),
    );
  };
  const rename = async ({ versionId }: UploadTarget, version: string) => {
    const path = `/mods/${modId}/versions/${versionId}`;
    const etag = (await alice.get(path)).headers.get('etag') ?? '';
    return alice.patch(path, { version }, { 'If-Match': etag });
  };

  longTest(
    'an optional file has the fileVersion of its upload, or by default the version string',
    async () => {
      const target = await newTarget();
      await upload(target);
      const own = await upload(target, optional('own.zip', { fileVersion: ' 7.1-textures ' }));
      await upload(target, optional('default.zip'));
      expect(await published(target)).toEqual({
        'mod.zip': target.version,
        'own.zip': '7.1-textures',
        'default.zip': target.version,
      });
      const { data } = (await world.anon.get(`/artifacts/${own.artifact_id}`)).body;
      expect(data.artifact.file_version).toBe('7.1-textures');
      const download = await world.anon.post(`/downloads/${own.artifact_id}/resolve`);
      expect(download.body.data.artifact.file_version).toBe('7.1-textures');
    },
  );

  it('a main file always has the version string, despite the fileVersion of its upload', async () => {
    const target = await newTarget();
    await upload(target, { fileVersion: '99' });
    expect(await published(target)).toEqual({ 'mod.zip': target.version });
  });

  it('renaming a version renames its files, except those with their own fileVersion', async () => {
    const target = await newTarget();
    await upload(target);
    await upload(target, optional('own.zip', { fileVersion: '7' }));
    await upload(target, optional('default.zip'));
    const renamed = `renamed-${target.version}`;
    expect((await rename(target, renamed)).status).toBe(200);
    expect(await published(target)).toEqual({
      'mod.zip': renamed,
      'own.zip': '7',
      'default.zip': renamed,
    });
  });

  it('an upload declared during the rename of its version gets the new version string', async () => {
    const target = await newTarget();
    const renamed = `renamed-${target.version}`;
    const { versionId } = target;
    const { waited, result } = await meanwhile(
      world,
      (tx) => tx.modVersion.update({ where: { id: versionId }, data: { version: renamed } }),
      () => alice.post('/uploads', declarationOf({ modId, versionId }, bytes())),
    );
    expect([waited, result.status]).toEqual([true, 201]);
    const row = await world.platform.db.artifact.findUniqueOrThrow({
      where: { id: result.body.data.artifact_id },
    });
    expect(row.fileVersion).toBe(renamed);
  });

  longTest(
    'an upload declared during the deletion of its version returns 410 and writes nothing',
    async () => {
      const { versionId } = await newTarget();
      const { db } = world.platform;
      const traces = () =>
        Promise.all([
          db.uploadSession.count({ where: { versionId } }),
          db.artifact.count({ where: { versionId } }),
          db.auditEntry.count(),
          db.outboxEvent.count(),
        ]);
      const before = await traces();
      const { waited, result } = await meanwhile(
        world,
        (tx) => tx.modVersion.update({ where: { id: versionId }, data: { state: 'deleted' } }),
        () => alice.post('/uploads', declarationOf({ modId, versionId }, bytes())),
      );
      expect([waited, refusal(result)]).toEqual([true, '410 gone']);
      expect(await traces()).toEqual(before);
    },
  );

  it.each([
    ['empty', ' '],
    ['longer than 80 characters', 'x'.repeat(81)],
    ['of several lines', '1\n2'],
    ['with an override of direction', '1\u202e2'],
  ])(
    'POST /v1/uploads rejects a fileVersion that is %s and names the field',
    async (_, fileVersion) => {
      const { versionId } = await newTarget();
      const body = declarationOf({ modId, versionId }, bytes(), optional('a.zip', { fileVersion }));
      const answer = await alice.post('/uploads', body);
      expect(refusal(answer)).toBe('400 invalid_metadata');
      expect(answer.body.fields).toMatchObject([{ field: 'fileVersion' }]);
      const { data } = (await alice.post('/uploads:validate', body)).body;
      expect(data.problems).toMatchObject([{ code: 'invalid_metadata', field: 'fileVersion' }]);
    },
  );

  it('POST /v1/uploads accepts a fileVersion of 80 characters', async () => {
    const { versionId } = await newTarget();
    const fileVersion = 'x'.repeat(80);
    const body = declarationOf({ modId, versionId }, bytes(), optional('a.zip', { fileVersion }));
    expect((await alice.post('/uploads:validate', body)).body.data.valid).toBe(true);
    expect((await alice.post('/uploads', body)).status).toBe(201);
  });
});

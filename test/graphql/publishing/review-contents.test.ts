import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { writeZip } from '../../archives/zip-writer.js';
import { bareMod, draftMod, publishedVersion, readyVersion } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import { signIn } from '../identity/signed-in.js';
import { act, alice, ask, mary, modId, root, useReviews, waiting, world } from './reviews.js';

useReviews();

const CONTENTS = `count isComplete previous { version }
  files { path sizeBytes sha256 change }`;

const contentsOf = (uploadId: string, actor = mary) =>
  ask(actor, `uploadReviewContents(id: "${uploadId}") { ${CONTENTS} }`);

const zip = (files: Readonly<Record<string, string>>) =>
  new Uint8Array(writeZip(Object.entries(files).map(([name, content]) => ({ name, content }))));

const EXE = { 'tool.exe': 'MZ' };

describe('the files of an upload under review', () => {
  it('uploadReviewContents lists each file with its size and digest', async () => {
    const mod = (await bareMod(alice, 'queue')).id;
    const bytes = zip({ ...EXE, 'data/a.txt': 'first' });
    const { uploadId } = await readyVersion(world, alice, mod, { version: '1.0.0' }, bytes);
    const digest = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(await contentsOf(uploadId)).toEqual({
      count: 2,
      isComplete: true,
      previous: null,
      files: [
        { path: 'data/a.txt', sizeBytes: 5, sha256: digest('first'), change: null },
        { path: 'tool.exe', sizeBytes: 2, sha256: digest('MZ'), change: null },
      ],
    });
  });

  it('uploadReviewContents compares the files with the newest published version', async () => {
    const mod = (await draftMod(alice, 'queue')).id;
    const first = zip({ 'same.txt': 'a', 'edited.txt': 'b', 'gone.txt': 'c' });
    await publishedVersion(world, alice, mod, { version: '1.0.0' }, first);
    const newer = zip({ 'other.txt': 'x' });
    await readyVersion(world, alice, mod, { version: '1.1.0' }, newer);
    const next = zip({ ...EXE, 'same.txt': 'a', 'edited.txt': 'B' });
    const { uploadId } = await readyVersion(world, alice, mod, { version: '2.0.0' }, next);
    const { files, previous } = await contentsOf(uploadId);
    expect(previous).toEqual({ version: '1.0.0' });
    expect(files.map(({ path, change }: Record<string, string>) => [path, change])).toEqual([
      ['edited.txt', 'changed'],
      ['gone.txt', 'removed'],
      ['same.txt', 'unchanged'],
      ['tool.exe', 'added'],
    ]);
  });

  longTest(
    'a file with the size of the old one and another content counts as changed',
    async () => {
      const mod = (await draftMod(alice, 'queue')).id;
      await publishedVersion(world, alice, mod, { version: '1.0.0' }, zip({ 'a.txt': 'left' }));
      const next = zip({ ...EXE, 'a.txt': 'felt' });
      const { uploadId } = await readyVersion(world, alice, mod, { version: '2.0.0' }, next);
      const { files } = await contentsOf(uploadId);
      expect(files[0]).toMatchObject({ path: 'a.txt', sizeBytes: 4, change: 'changed' });
    },
  );

  longTest('an incomplete list of the previous version shows no file as added', async () => {
    const mod = (await draftMod(alice, 'queue')).id;
    const first = await publishedVersion(world, alice, mod, { version: '1.0.0' }, zip({ a: 'a' }));
    await world.platform.db.uploadContents.update({
      where: { uploadId: first.uploadId },
      data: { isComplete: false },
    });
    const next = zip({ ...EXE, a: 'a' });
    const { uploadId } = await readyVersion(world, alice, mod, { version: '2.0.0' }, next);
    const { files } = await contentsOf(uploadId);
    expect(files.map(({ change }: Record<string, string>) => change)).toEqual(['unchanged', null]);
  });

  it('uploadReviewContents is null for an upload that no scan of this release has listed', async () => {
    const { uploadId } = await waiting();
    await world.platform.db.uploadContents.delete({ where: { uploadId } });
    expect(await contentsOf(uploadId)).toBeNull();
  });

  it('the findings of an entry explain themselves in the language of the request', async () => {
    const { uploadId } = await waiting();
    const query = `{ uploadReviewEntry(id: "${uploadId}") { findings { code path found why fix } } }`;
    const { body } = await mary.graphql(query, {}, { 'Accept-Language': 'de' });
    const [finding] = body.data.uploadReviewEntry.findings;
    expect(finding).toMatchObject({ code: 'executable_content', path: 'tool.exe' });
    expect(finding.fix).toMatch(/[a-zäöü] /i);
    const english = await ask(mary, `uploadReviewEntry(id: "${uploadId}") { findings { found } }`);
    expect(english.findings[0].found).not.toBe(finding.found);
  });

  it('uploadReviewContents refuses everyone but moderators with a second factor', async () => {
    const { uploadId: id } = await waiting();
    const query = 'query ($id: ID!) { uploadReviewContents(id: $id) { count } }';
    expect(await contentsOf(id, alice)).toBe('forbidden');
    expect((await world.anon.graphql(query, { id })).body.errors[0].extensions.code).toBe(
      'unauthorized',
    );
    const limited = await mary.withToken({ scopes: 'mods:read' });
    expect((await limited.graphql(query, { id })).body.errors[0].extensions.code).toBe(
      'insufficient_scope',
    );
    const weak = await signIn(world, mary.userId, { aal2: false });
    expect(await weak.refusal(query, { id })).toBe('step_up_required');
  });

  it('uploadReviewContents knows no upload outside of the queue', async () => {
    const bytes = zip({ 'a.txt': 'harmless' });
    const { uploadId } = await readyVersion(world, alice, modId, { version: '900.0.0' }, bytes);
    expect(await contentsOf(uploadId)).toBe('session_not_found');
    expect(await contentsOf('nothing')).toBe('session_not_found');
  });

  longTest('the files stay readable after the decision', async () => {
    const { uploadId } = await waiting();
    await act(root, 'rejectUpload', uploadId);
    expect((await contentsOf(uploadId)).count).toBe(1);
  });
});

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor, Creator, Json } from '../actors.js';
import { writeZip } from '../archives/zip-writer.js';
import { useWorld } from '../harness.js';
import { graphqlList, walkThrough } from '../lists.js';
import { meanwhile } from '../locks.js';
import { bareMod, newGame, newModerator, readyVersion, refusal } from '../publishing.js';

const LEASE_SECONDS = 30 * 60;
const ENTRY = `id state reasons lifecycleStatus since filename sizeBytes version modId modTitle scan
  expectedSha256 creator { username } holder { username } heldUntil decidedBy { username } decidedAt
  notes { text author { username } } supportCorrelationId`;

describe('the review queue (Spec 3.2, 4.4)', () => {
  const world = useWorld();
  let alice: Creator;
  let mary: Creator;
  let mike: Creator;
  let root: Creator;
  let modId: string;

  beforeAll(async () => {
    await newGame(world, 'queue');
    alice = await world.creator('alice');
    mary = await newModerator(world, 'mary');
    mike = await newModerator(world, 'mike');
    root = await newModerator(world, 'root');
    await world.platform.db.user.update({ where: { id: root.userId }, data: { role: 'admin' } });
    modId = (await bareMod(alice, 'queue')).id;
  });

  let count = 0;
  /** An upload that waits for a moderator, because it contains a desktop executable. */
  const waiting = async (mod = modId) => {
    count += 1;
    const version = { version: `${count}.0.0` };
    const bytes = new Uint8Array(writeZip([{ name: 'tool.exe', content: version.version }]));
    return readyVersion(world, alice, mod, version, bytes);
  };
  /** Runs one field and returns its value or its error code. */
  const ask = async (actor: Actor, field: string): Promise<Json> => {
    const { body } = await actor.graphql(
      `${field.startsWith('list') || field.startsWith('upload') ? '' : 'mutation '}{ r: ${field} }`,
    );
    return body.errors ? body.errors[0].extensions.code : body.data.r;
  };
  const act = (actor: Actor, verb: string, id: string, more = '') =>
    ask(
      actor,
      `${verb}(id: "${id}"${more}) { ${/^(approve|reject)/.test(verb) ? 'lifecycleStatus' : ENTRY} }`,
    );
  const review = async (id: string) => (await alice.get(`/uploads/${id}/review`)).body.data;
  const pending = async (filters = '') =>
    walkThrough(graphqlList(mary, 'listUploadReviews', filters), [2]);
  const auditOf = (targetId: string) =>
    world.platform.db.auditEntry.findMany({
      where: { targetId },
      orderBy: [{ at: 'asc' }, { id: 'asc' }],
    });

  it('listUploadReviews lists pending uploads with file, creator and scan, longest waiting first', async () => {
    const first = await waiting();
    const second = await waiting();
    expect(await pending()).toEqual([first.uploadId, second.uploadId]);
    const page = await ask(mary, `listUploadReviews { items { ${ENTRY} } }`);
    expect(page.items[0]).toMatchObject({
      id: first.uploadId,
      ...{ state: 'pending', lifecycleStatus: 'quarantined', filename: 'mod.zip', modId },
      ...{ version: '1.0.0', creator: { username: 'alice' }, holder: null, notes: [] },
      scan: { outcome: { kind: 'review' }, engine: { name: expect.any(String) } },
    });
    expect(page.items[0].scan.sha256).toBe(page.items[0].expectedSha256);
    expect(page.items[0].reasons.length).toBeGreaterThan(0);
  });

  it('listUploadReviews filters by state, reason and mod', async () => {
    const other = (await bareMod(alice, 'queue')).id;
    const { uploadId } = await waiting(other);
    const { reasons } = await ask(mary, `uploadReviewEntry(id: "${uploadId}") { reasons }`);
    expect(await pending(`modId: "${other}",`)).toEqual([uploadId]);
    expect(await pending(`modId: "${other}", reason: "${reasons[0]}",`)).toEqual([uploadId]);
    expect(await pending(`modId: "${other}", reason: "nothing",`)).toEqual([]);
    await act(mary, 'rejectUpload', uploadId);
    expect(await pending(`modId: "${other}",`)).toEqual([]);
    expect(await pending(`modId: "${other}", state: rejected,`)).toEqual([uploadId]);
  });

  it('listUploadReviews runs the same number of statements for each page size', async () => {
    const statements = async (limit: number) => {
      const query = `{ listUploadReviews(limit: ${limit}) { items { ${ENTRY} } } }`;
      const seen = await world.statements(() => mary.graphql(query));
      return seen.filter((sql) => !/\bjobs\b/.test(sql)).length;
    };
    expect(await statements(100)).toBe(await statements(1));
  });

  it('GET /v1/uploads/{id}/review returns the queue position and the decision to the creator', async () => {
    const [ahead, { uploadId, artifactId }] = [await pending(), await waiting()];
    expect(await review(uploadId)).toEqual({
      ...{ state: 'pending', reasons: expect.any(Array), decided_at: null },
      position: ahead.length + 1,
      ...{ public_note: null, rejection_reason: null, findings: expect.any(Array) },
    });
    await act(mary, 'approveUpload', ahead[0] ?? '');
    expect((await review(uploadId)).position).toBe(ahead.length);
    expect(await act(mary, 'approveUpload', uploadId)).toEqual({ lifecycleStatus: 'ready' });
    expect(await review(uploadId)).toMatchObject({
      ...{ state: 'approved', decided_at: expect.any(String), position: null },
    });
    const { db } = world.platform;
    const events = await db.outboxEvent.findMany({
      where: { subjectId: { in: [uploadId, artifactId] } },
    });
    expect(events.map(({ kind }) => kind).toSorted()).toEqual([
      ...['file.ready', 'scan.completed', 'upload.completed'],
    ]);
    const stranger = await world.creator('stranger');
    expect(refusal(await stranger.get(`/uploads/${uploadId}/review`))).toBe(
      '404 session_not_found',
    );
    expect(refusal(await world.anon.get(`/uploads/${uploadId}/review`))).toBe('401 unauthorized');
  });

  it('a creator reads the public note and the reason of a rejection, over REST and GraphQL', async () => {
    const { uploadId } = await waiting();
    const said = 'tool.exe starts a program outside of the game. Remove it and upload again.';
    await act(mary, 'rejectUpload', uploadId, `, publicNote: "${said}", reason: unverifiable`);
    expect(await review(uploadId)).toMatchObject({
      ...{ state: 'rejected', public_note: said, rejection_reason: 'unverifiable' },
    });
    expect((await alice.get(`/uploads/${uploadId}`)).body.data).toMatchObject({
      review: { publicNote: said, rejectionReason: 'unverifiable' },
      failure: { code: 'av_scan_rejected', detail: expect.stringContaining(said) },
    });
    const own = `{ getUploadReview(id: "${uploadId}") { publicNote rejectionReason } }`;
    expect((await alice.graphql(own)).body.data.getUploadReview).toEqual({
      ...{ publicNote: said, rejectionReason: 'unverifiable' },
    });
    const entry = `{ uploadReviewEntry(id: "${uploadId}") { publicNote rejectionReason notes { text } } }`;
    expect((await mike.graphql(entry)).body.data.uploadReviewEntry).toEqual({
      ...{ publicNote: said, rejectionReason: 'unverifiable', notes: [] },
    });
  });

  it('a creator reads the public note of an approval', async () => {
    const { uploadId } = await waiting();
    await act(mary, 'approveUpload', uploadId, ', publicNote: "Please sign it.", note: "Odd."');
    expect(await review(uploadId)).toMatchObject({
      ...{ state: 'approved', public_note: 'Please sign it.', rejection_reason: null },
    });
  });

  it('a public note that is empty, too long or reorders text is refused before the decision', async () => {
    const { uploadId } = await waiting();
    for (const text of ['  ', 'x'.repeat(1_001), 'a\\u202eb']) {
      expect(await act(mary, 'rejectUpload', uploadId, `, publicNote: "${text}"`)).toBe(
        'invalid_input',
      );
    }
    expect(await review(uploadId)).toMatchObject({ state: 'pending', public_note: null });
  });

  it('listUploadReviews omits uploads that their creator aborted', async () => {
    const { uploadId } = await waiting();
    await alice.post(`/uploads/${uploadId}/abort`);
    expect(await pending()).not.toContain(uploadId);
    expect(await review(uploadId)).toMatchObject({ state: 'none', position: null });
  });

  describe('claims of uploads under review', () => {
    it('a claimed upload cannot be decided by other moderators until the lease expires', async () => {
      const { uploadId } = await waiting();
      const held = await act(mary, 'claimUploadReview', uploadId);
      expect(held.holder).toEqual({ username: 'mary' });
      for (const verb of ['claimUploadReview', 'approveUpload', 'rejectUpload']) {
        expect(await act(mike, verb, uploadId)).toBe('invalid_state');
      }
      expect(await act(mike, 'releaseUploadReview', uploadId)).toBe('invalid_state');
      world.clock.advance(LEASE_SECONDS - 60);
      expect(await act(mike, 'rejectUpload', uploadId)).toBe('invalid_state');
      world.clock.advance(120);
      const free = await ask(
        mike,
        `uploadReviewEntry(id: "${uploadId}") { holder { id } heldUntil }`,
      );
      expect(free).toEqual({ holder: null, heldUntil: null });
      expect(await act(mike, 'rejectUpload', uploadId)).toEqual({ lifecycleStatus: 'failed' });
    });

    it('a repeated claim renews the lease, and a release ends it', async () => {
      const { uploadId } = await waiting();
      await act(mary, 'claimUploadReview', uploadId);
      world.clock.advance(LEASE_SECONDS - 60);
      await act(mary, 'claimUploadReview', uploadId);
      world.clock.advance(120);
      expect(await act(mike, 'claimUploadReview', uploadId)).toBe('invalid_state');
      expect((await act(mary, 'releaseUploadReview', uploadId)).holder).toBeNull();
      expect((await act(mike, 'claimUploadReview', uploadId)).holder.username).toBe('mike');
      await act(mike, 'releaseUploadReview', uploadId);
    });

    it('a claimed upload can be taken over only by an admin, with an audit entry', async () => {
      const { uploadId } = await waiting();
      await act(mary, 'claimUploadReview', uploadId);
      expect(await act(mike, 'claimUploadReview', uploadId, ', takeOver: true')).toBe('forbidden');
      expect(await act(root, 'approveUpload', uploadId)).toBe('invalid_state');
      const taken = await act(root, 'claimUploadReview', uploadId, ', takeOver: true');
      expect(taken.holder.username).toBe('root');
      expect(await act(mary, 'approveUpload', uploadId)).toBe('invalid_state');
      const line = (await auditOf(uploadId)).find(({ action }) => action === 'review.taken_over');
      expect(line).toMatchObject({ actorId: root.userId, data: { from: mary.userId } });
      await act(root, 'releaseUploadReview', uploadId);
    });

    it('two concurrent claims of an upload have one holder', async () => {
      const { uploadId } = await waiting();
      const { waited, result } = await meanwhile(
        world,
        (tx) =>
          tx.uploadSession.update({
            where: { id: uploadId },
            data: {
              reviewHolderId: mary.userId,
              reviewHeldUntil: new Date(world.clock.now().getTime() + 60_000),
            },
          }),
        () => act(mike, 'claimUploadReview', uploadId),
      );
      expect([waited, result]).toEqual([true, 'invalid_state']);
      await act(mary, 'releaseUploadReview', uploadId);
      const both = await Promise.all(
        [mary, mike].map((it) => act(it, 'claimUploadReview', uploadId)),
      );
      expect(both.filter((it) => it === 'invalid_state')).toHaveLength(1);
    });
  });

  describe('decisions on uploads', () => {
    it('two concurrent decisions on an upload produce one decision, one audit entry and one event', async () => {
      const { uploadId, artifactId } = await waiting();
      const both = await Promise.all([
        act(mary, 'approveUpload', uploadId),
        act(mike, 'rejectUpload', uploadId),
      ]);
      expect(both.filter((it) => it === 'invalid_state')).toHaveLength(1);
      const lines = (await auditOf(uploadId)).map(({ action }) => action);
      expect(lines.filter((it) => /^upload\.(approved|rejected)$/.test(it))).toHaveLength(1);
      const events = await world.platform.db.outboxEvent.count({
        where: { subjectId: artifactId, kind: { in: ['file.ready', 'file.failed'] } },
      });
      expect(events).toBe(1);
    });

    it('a repeated decision by the same moderator returns the current state, and by another one is refused', async () => {
      const { uploadId } = await waiting();
      await act(mary, 'approveUpload', uploadId);
      const lines = (await auditOf(uploadId)).length;
      expect(await act(mary, 'approveUpload', uploadId)).toEqual({ lifecycleStatus: 'ready' });
      expect((await auditOf(uploadId)).length).toBe(lines);
      expect(await act(mary, 'rejectUpload', uploadId)).toBe('invalid_state');
      expect(await act(mike, 'approveUpload', uploadId)).toBe('invalid_state');
    });

    it('a decision on an upload is atomic', async () => {
      const { uploadId, versionId, artifactId } = await waiting();
      const { db } = world.platform;
      await db.$executeRawUnsafe(
        `alter table outbox_events add constraint cut check (subject_id <> '${artifactId}')`,
      );
      expect(await act(mary, 'approveUpload', uploadId, ', note: "Fine."')).toBe('internal_error');
      await db.$executeRawUnsafe('alter table outbox_events drop constraint cut');
      const standing = async () => ({
        upload: (await alice.get(`/uploads/${uploadId}`)).body.data.lifecycleStatus,
        version: (await alice.get(`/mods/${modId}/versions/${versionId}`)).body.data.status,
        file: (await db.artifact.findUniqueOrThrow({ where: { id: artifactId } })).state,
        bindings: await db.blobBinding.count({ where: { artifactId } }),
        notes: await db.reviewNote.count({ where: { uploadId } }),
      });
      expect(await standing()).toEqual({
        ...{ upload: 'quarantined', version: 'scanning', file: 'pending', bindings: 0, notes: 0 },
      });
      await act(mary, 'approveUpload', uploadId, ', note: "Fine."');
      expect(await standing()).toEqual({
        ...{ upload: 'ready', version: 'ready', file: 'ready', bindings: 1, notes: 1 },
      });
    });
  });

  it('the review queries in the operations handbook work', async () => {
    const { uploadId } = await waiting();
    const handbook = readFileSync('docs/operations.md', 'utf8');
    const section = handbook.split('\n## ').find((it) => it.startsWith('Reviewing uploads')) ?? '';
    const queries = [...section.matchAll(/```graphql\n([^`]+)```/g)].map(
      ([, query]) => query ?? '',
    );
    expect(queries).toHaveLength(5);
    for (const query of queries) {
      const { body } = await mary.graphql(query, { id: uploadId });
      expect([query, body.errors]).toEqual([query, undefined]);
    }
    expect(await review(uploadId)).toMatchObject({ state: 'approved' });
  });

  it('review notes are visible only to moderators and cannot be changed', async () => {
    const { uploadId } = await waiting();
    await act(mary, 'noteUploadReview', uploadId, ', text: " The program only starts the game. "');
    const { notes } = await act(mike, 'noteUploadReview', uploadId, ', text: "Agreed."');
    expect(notes).toEqual([
      { text: 'The program only starts the game.', author: { username: 'mary' } },
      { text: 'Agreed.', author: { username: 'mike' } },
    ]);
    await act(mike, 'rejectUpload', uploadId, ', note: "It phones home."');
    const entry = await ask(mary, `uploadReviewEntry(id: "${uploadId}") { ${ENTRY} }`);
    expect(entry.notes).toHaveLength(3);
    expect(entry).toMatchObject({ state: 'rejected', decidedBy: { username: 'mike' } });
    for (const path of [`/uploads/${uploadId}`, `/uploads/${uploadId}/review`]) {
      expect((await alice.get(path)).text).not.toContain('phones home');
    }
    expect(await act(alice, 'noteUploadReview', uploadId, ', text: "Please."')).toBe('forbidden');
    for (const text of ['  ', 'x'.repeat(1_001)]) {
      expect(await act(mary, 'noteUploadReview', uploadId, `, text: "${text}"`)).toBe(
        'invalid_input',
      );
    }
    const lines = (await auditOf(uploadId)).filter(({ action }) => action === 'review.noted');
    expect(lines).toHaveLength(3);
    expect(JSON.stringify(lines)).not.toContain('phones home');
    await expect(world.platform.db.reviewNote.deleteMany()).rejects.toThrow('never change');
  });
});

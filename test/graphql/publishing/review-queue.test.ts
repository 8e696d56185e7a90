import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { graphqlList, walkThrough } from '../../lists.js';
import { meanwhile } from '../../locks.js';
import { bareMod, refusal } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import {
  act,
  alice,
  ask,
  auditOf,
  ENTRY,
  mary,
  mike,
  modId,
  review,
  root,
  useReviews,
  waiting,
  world,
} from './reviews.js';

useReviews();

const LEASE_SECONDS = 30 * 60;

const pending = async (filters = '') =>
  walkThrough(graphqlList(mary, 'listUploadReviews', filters), [2]);

describe('the review queue (Spec 3.2, 4.4)', () => {
  it('listUploadReviews lists pending uploads with file, creator and scan, longest waiting first', async () => {
    const first = await waiting();
    const second = await waiting();
    expect(await pending()).toEqual([first.uploadId, second.uploadId]);
    const page = await ask(mary, `listUploadReviews { items { ${ENTRY} } }`);
    expect(page.items[0]).toMatchObject({
      id: first.uploadId,
      state: 'pending',
      lifecycleStatus: 'quarantined',
      filename: 'mod.zip',
      modId,
      version: '1.0.0',
      creator: { username: 'alice' },
      holder: null,
      notes: [],
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

  longTest('listUploadReviews runs the same number of statements for each page size', async () => {
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
      state: 'pending',
      reasons: expect.any(Array),
      decided_at: null,
      position: ahead.length + 1,
      public_note: null,
      rejection_reason: null,
      findings: expect.any(Array),
    });
    await act(mary, 'approveUpload', ahead[0] ?? '');
    expect((await review(uploadId)).position).toBe(ahead.length);
    expect(await act(mary, 'approveUpload', uploadId)).toEqual({ lifecycleStatus: 'ready' });
    expect(await review(uploadId)).toMatchObject({
      state: 'approved',
      decided_at: expect.any(String),
      position: null,
    });
    const { db } = world.platform;
    const events = await db.outboxEvent.findMany({
      where: { subjectId: { in: [uploadId, artifactId] } },
    });
    expect(events.map(({ kind }) => kind).toSorted()).toEqual([
      'file.ready',
      'scan.completed',
      'upload.completed',
    ]);
    const stranger = await world.creator('stranger');
    expect(refusal(await stranger.get(`/uploads/${uploadId}/review`))).toBe(
      '404 session_not_found',
    );
    expect(refusal(await world.anon.get(`/uploads/${uploadId}/review`))).toBe('401 unauthorized');
  });

  longTest('listUploadReviews omits uploads that their creator aborted', async () => {
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

    longTest('a repeated claim renews the lease, and a release ends it', async () => {
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

  longTest('the review queries in the operations handbook work', async () => {
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
});

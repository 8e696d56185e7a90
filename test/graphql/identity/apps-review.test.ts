import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import {
  approve,
  DISABLE,
  ENABLE,
  READ,
  REVIEW,
  register,
  SUBMIT,
  submitted,
  UPDATE,
  update,
} from './apps.js';
import { type SignedIn, signIn } from './signed-in.js';

const world = useWorld({}, { jobs: 'when-settled' });
let root: Creator;
let alice: SignedIn;
let admin: SignedIn;

beforeAll(async () => {
  alice = await signIn(world, (await world.creator('alice')).userId);
  root = await world.creator('root');
  await world.platform.db.user.update({ where: { id: root.userId }, data: { role: 'admin' } });
  admin = await signIn(world, root.userId);
});

const review = (by: SignedIn, app: Json, input: object) =>
  by.refusal(REVIEW, { id: app.id, etag: app.etag, input });
const reject = async (app: Json, note = 'Tell us more.') => {
  const variables = { id: app.id, etag: app.etag, input: { decision: 'reject', note } };
  return (await admin.run(REVIEW, variables)).reviewApp;
};
const read = async (id: string) => (await alice.run(READ, { id })).app;

describe('submitAppForReview and reviewApp', () => {
  it('an approved review grants the sensitive scopes, with audit entries and events', async () => {
    const app = await submitted(alice, {
      scopes: ['mods:write', 'files:reference', 'builds:read'],
    });
    expect(app).toMatchObject({
      review: 'pending',
      effectiveScopes: expect.not.arrayContaining(['mods:write']),
    });
    const after = await approve(admin, app, { note: ' Welcome. ' });
    expect(after).toMatchObject({
      review: 'approved',
      reviewNote: 'Welcome.',
      approvedScopes: ['mods:write', 'files:reference'],
      unreviewedScopes: [],
      effectiveScopes: expect.arrayContaining(['mods:write', 'files:reference', 'builds:read']),
    });
    const row = await world.platform.db.app.findUniqueOrThrow({ where: { id: app.id } });
    expect(row.reviewedById).toBe(root.userId);
    const { db } = world.platform;
    const audit = await db.auditEntry.findMany({
      where: { targetId: app.id },
      orderBy: { at: 'asc' },
    });
    expect(audit.map((line) => line.action)).toEqual([
      'app.registered',
      'app.submitted',
      'app.approved',
    ]);
    const events = await db.outboxEvent.findMany({ where: { subjectId: app.id } });
    expect(events.map((event) => event.kind)).toEqual([
      'app.changed',
      'app.changed',
      'app.changed',
    ]);
  });

  it('reviewApp can approve some of the scopes, and the owner can submit the rest again', async () => {
    const app = await submitted(alice, { scopes: ['mods:write', 'files:upload'] });
    const part = await approve(admin, app, { approvedScopes: ['mods:write'] });
    expect(part).toMatchObject({
      approvedScopes: ['mods:write'],
      unreviewedScopes: ['files:upload'],
    });
    const { submitAppForReview } = await alice.run(SUBMIT, { id: app.id });
    expect(submitAppForReview).toMatchObject({ review: 'pending', approvedScopes: ['mods:write'] });
    expect((await approve(admin, submitAppForReview)).approvedScopes).toEqual([
      'mods:write',
      'files:upload',
    ]);
  });

  it('reviewApp approves only scopes that are under review', async () => {
    const app = await submitted(alice, { scopes: ['mods:write', 'builds:read'] });
    const allowing = (approvedScopes: string[]) =>
      review(admin, app, { decision: 'approve', approvedScopes });
    expect(await allowing(['files:upload'])).toBe('invalid_scope');
    expect(await allowing(['builds:read'])).toBe('invalid_scope');
    expect(await allowing(['admin:*'])).toBe('invalid_scope');
    expect(await allowing([])).toEqual([
      'invalid_input',
      [{ field: 'approvedScopes', code: 'required' }],
    ]);
  });

  it('a rejection requires a note, and the owner can submit again', async () => {
    const app = await submitted(alice);
    const without = await review(admin, app, { decision: 'reject', note: ' ' });
    expect(without).toEqual(['invalid_input', [{ field: 'note', code: 'required' }]]);
    const long = 'x'.repeat(LIMITS.reviewNoteCharacters + 1);
    expect(await review(admin, app, { decision: 'reject', note: long })).toEqual([
      'invalid_input',
      [{ field: 'note', code: 'too_long' }],
    ]);
    expect(await reject(app)).toMatchObject({
      review: 'rejected',
      reviewNote: 'Tell us more.',
      approvedScopes: [],
    });
    const { submitAppForReview } = await alice.run(SUBMIT, { id: app.id });
    expect(submitAppForReview).toMatchObject({ review: 'pending', reviewNote: null });
  });

  it('a rejection keeps the scopes of an earlier approval', async () => {
    const app = await approve(admin, await submitted(alice));
    await update(alice, app, { scopes: ['mods:write', 'files:upload'] });
    const { submitAppForReview } = await alice.run(SUBMIT, { id: app.id });
    const after = await reject(submitAppForReview);
    expect(after).toMatchObject({ review: 'rejected', approvedScopes: ['mods:write'] });
    expect(after.effectiveScopes).toContain('mods:write');
  });

  it('submitAppForReview is refused without a sensitive scope, while a review is pending and for other users', async () => {
    const plain = await register(alice, { scopes: ['builds:read'] });
    expect(await alice.refusal(SUBMIT, { id: plain.id })).toBe('invalid_state');
    const app = await submitted(alice);
    expect(await alice.refusal(SUBMIT, { id: app.id })).toBe('invalid_state_transition');
    expect(await admin.refusal(SUBMIT, { id: app.id })).toBe('not_found');
  });

  it('concurrent reviews of one application produce one decision', async () => {
    const app = await submitted(alice);
    const ended = await Promise.allSettled([approve(admin, app), reject(app), approve(admin, app)]);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { db } = world.platform;
    const decided = await db.auditEntry.count({
      where: { targetId: app.id, action: { in: ['app.approved', 'app.rejected'] } },
    });
    expect(decided).toBe(1);
    expect(await review(admin, app, { decision: 'approve' })).toBe('invalid_state_transition');
  });

  it('reviewApp is refused if the application changed after the reviewer read it', async () => {
    const app = await submitted(alice);
    await update(alice, app, { redirectUris: ['https://elsewhere.example/'] });
    expect(await review(admin, app, { decision: 'approve' })).toBe('precondition_failed');
    expect((await read(app.id)).approvedScopes).toEqual([]);
  });
});

describe('updateApp on an approved application', () => {
  const approved = async (more: object = {}) => approve(admin, await submitted(alice, more));

  it('updateApp keeps the approval if it removes scopes or adds standard ones', async () => {
    const app = await approved({ scopes: ['mods:write', 'files:upload'] });
    const less = await update(alice, app, { scopes: ['mods:write', 'builds:read'] });
    expect(less).toMatchObject({ review: 'approved', approvedScopes: ['mods:write'] });
    // A removed scope needs a new review.
    const again = await update(alice, less, { scopes: ['mods:write', 'files:upload'] });
    expect(again).toMatchObject({
      approvedScopes: ['mods:write'],
      unreviewedScopes: ['files:upload'],
    });
    expect(await update(alice, again, { scopes: [] })).toMatchObject({
      review: 'none',
      approvedScopes: [],
    });
  });

  it.each([
    [
      'another redirect URI',
      { redirectUris: ['https://pack.example/callback', 'https://new.example/'] },
    ],
    ['another name', { name: 'Something Else' }],
  ])(
    'updateApp with %s starts a review at once and suspends the sensitive scopes',
    async (_, change) => {
      const app = await approved();
      const after = await update(alice, app, change);
      expect(after).toMatchObject({
        review: 'pending',
        approvedScopes: [],
        unreviewedScopes: ['mods:write'],
      });
      expect(after.effectiveScopes).not.toContain('mods:write');
      expect((await approve(admin, after)).effectiveScopes).toContain('mods:write');
    },
  );

  it('updateApp with one redirect URI less keeps the approval', async () => {
    const redirectUris = ['https://pack.example/a', 'https://pack.example/b'];
    const app = await approved({ redirectUris });
    const after = await update(alice, app, { redirectUris: redirectUris.slice(1) });
    expect(after).toMatchObject({ review: 'approved', approvedScopes: ['mods:write'] });
  });

  it('updateApp keeps the approval by an operator without sensitive scopes, until another name', async () => {
    const { id } = await register(alice);
    const { app: rows } = world.platform.db;
    await rows.update({
      where: { id },
      data: { review: 'approved', operatorApprovedAt: new Date() },
    });
    const more = await update(alice, await read(id), { scopes: ['builds:read'] });
    expect(more.review).toBe('approved');
    const waiting = await update(alice, more, { scopes: ['mods:write'] });
    expect(waiting).toMatchObject({ review: 'approved', unreviewedScopes: ['mods:write'] });
    expect((await update(alice, waiting, { name: `${more.name} 2` })).review).toBe('none');
  });

  it('updateApp ends a review that no scope needs any more', async () => {
    const app = await submitted(alice);
    const after = await update(alice, app, { scopes: ['builds:read'] });
    expect(after).toMatchObject({ review: 'none', unreviewedScopes: [] });
    expect(await review(admin, after, { decision: 'approve' })).toBe('invalid_state_transition');
  });
});

describe('reviewers of applications', () => {
  it('appsUnderReview and reviewApp are allowed only for admins, in a session or with admin:*', async () => {
    const list = '{ appsUnderReview { items { id } } }';
    const moderator = await world.creator('mona');
    await world.platform.db.user.update({
      where: { id: moderator.userId },
      data: { role: 'moderator' },
    });
    const app = await submitted(alice);
    for (const other of [alice, await signIn(world, moderator.userId)]) {
      expect(await other.refusal(list)).toBe('forbidden');
      expect(await review(other, app, { decision: 'approve' })).toBe('forbidden');
    }
    const codeOf = async (scopes: string) => {
      const { body } = await (await root.withToken({ scopes })).graphql(list);
      return body.errors?.[0].extensions.code ?? 'ok';
    };
    expect(await codeOf('account:read')).toBe('insufficient_scope');
    expect(await codeOf('admin:*')).toBe('ok');
  });

  it('appsUnderReview lists pending applications with their owners, oldest first', async () => {
    const query = `{ appsUnderReview(limit: 100) { items { id review owner { username } } } }`;
    const { appsUnderReview } = await admin.run(query);
    const items: Json[] = appsUnderReview.items;
    expect(items.length).toBeGreaterThan(1);
    expect(items.map((item) => item.id)).toEqual(items.map((item) => item.id).toSorted());
    expect(new Set(items.map((item) => item.review))).toEqual(new Set(['pending']));
    expect(items[0].owner.username).toBe('alice');
    expect((await admin.run(READ, { id: items[0].id })).app.id).toBe(items[0].id);
  });

  it('reviewers need a second factor to list, approve and reject applications', async () => {
    const app = await submitted(alice);
    const weak = await signIn(world, root.userId, { aal2: false });
    expect(await review(weak, app, { decision: 'approve' })).toBe('step_up_required');
    const rejection = { decision: 'reject', note: 'No.' };
    expect(await review(weak, app, rejection)).toBe('step_up_required');
    expect(await weak.refusal('{ appsUnderReview { items { id } } }')).toBe('step_up_required');
  });

  it('an admin can neither review nor disable an application of their own', async () => {
    const own = await submitted(admin);
    for (const decision of ['approve', 'reject']) {
      expect(await review(admin, own, { decision, note: 'Mine.' })).toBe('forbidden');
    }
    for (const verb of [DISABLE, ENABLE]) {
      expect(await admin.refusal(verb, { id: own.id })).toBe('forbidden');
    }
    const row = await world.platform.db.app.findUniqueOrThrow({ where: { id: own.id } });
    expect(row).toMatchObject({ review: 'pending', approvedScopes: [], disabledAt: null });
  });

  it('an admin cannot update an application of another user', async () => {
    const app = await submitted(alice);
    const variables = { id: app.id, etag: app.etag, input: { name: 'Theirs' } };
    expect(await admin.refusal(UPDATE, variables)).toBe('not_found');
  });
});

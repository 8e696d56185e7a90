import { describe, expect, it } from 'vitest';
import type { Tx } from '../../src/platform/database/connect.js';
import { meanwhile } from '../locks.js';
import {
  APPLICATIONS,
  ann,
  appOf,
  bob,
  REVIEWS,
  register,
  root,
  useDevelopers,
  world,
} from './developers.js';
import type { PageAnswer } from './visitor.js';

useDevelopers();

describe('a review on pages', () => {
  const provenBy = (username: string, aal2At: Date | null) =>
    world.platform.db.webSession.updateMany({ where: { user: { username } }, data: { aal2At } });

  it('the form keeps its text if the second factor has expired', async () => {
    const path = await register(bob, 'Written', { sensitive: 'mods:write' });
    await bob.fill(path, { do: 'submit' });
    const { id } = await appOf('Written');
    await root.get(`${REVIEWS}/${id}`);
    await provenBy('root', null);
    const fields = { do: 'reject', etag: 'W', approved: 'mods:write', note: 'Too <much>.' };
    const kept = await root.post(`${REVIEWS}/${id}`, fields);
    expect(kept.status).toBe(403);
    expect(kept.html).toContain('Too &lt;much&gt;.');
    expect(kept.html).toContain('/account/step-up?');
    expect(kept.html).not.toContain('Written');
    expect(await appOf('Written')).toMatchObject({ review: 'pending' });
    await provenBy('root', world.clock.now());
  });

  it('an administrator cannot review their own application', async () => {
    const path = await register(root, 'Own', { sensitive: 'mods:write' });
    await root.fill(path, { do: 'submit' });
    const { id } = await appOf('Own');
    const page = await root.get(`${REVIEWS}/${id}`);
    expect(page.html).toContain('Another administrator must review it.');
    expect(page.html).not.toContain('value="approve"');
    const etag = `"${id}:2"`;
    const forced = await root.post(`${REVIEWS}/${id}`, {
      do: 'approve',
      etag,
      approved: 'mods:write',
    });
    expect(forced.status).toBe(403);
    expect(await appOf('Own')).toMatchObject({ review: 'pending', approvedScopes: [] });
  });

  it('a submitted application reaches an administrator, and the decision reaches the owner', async () => {
    const path = await register(bob, 'Reviewed', { sensitive: 'mods:write' });
    const asked = await bob.fill(path, { do: 'submit' });
    expect([asked.status, asked.location]).toEqual([303, path]);
    expect((await bob.get(path)).html).toContain('Waiting for review');
    expect((await root.get(REVIEWS)).html).toContain('Reviewed');
    const { id } = await appOf('Reviewed');
    const page = await root.get(`${REVIEWS}/${id}`);
    for (const shown of ['bob', 'https://a.example/cb', 'Create mods and change their texts']) {
      expect(page.html).toContain(shown);
    }
    const etag =
      /name="etag" value="([^"]+)"/.exec(page.html)?.[1]?.replaceAll('&quot;', '"') ?? '';
    const silent = await root.post(`${REVIEWS}/${id}`, { do: 'reject', etag });
    expect(silent.html).toMatch(/id="note-fault">Tell the owner what has to change/);
    const empty = await root.post(`${REVIEWS}/${id}`, { do: 'approve', etag });
    expect(empty.html).toMatch(/id="approved-fault">Choose at least one/);
    const fields = { do: 'approve', etag, approved: 'mods:write', note: 'Good <work>.' };
    const done = await root.post(`${REVIEWS}/${id}`, fields);
    expect([done.status, done.location]).toEqual([303, REVIEWS]);
    expect((await bob.get(path)).html).toContain('Good &lt;work&gt;.');
    expect((await appOf('Reviewed')).approvedScopes).toEqual(['mods:write']);
    const twice = await root.post(`${REVIEWS}/${id}`, fields);
    expect([twice.status, twice.html.includes('is not waiting for review')]).toEqual([409, true]);
  });

  it('a form without a known decision ends no review', async () => {
    const path = await register(bob, 'Undecided', { sensitive: 'mods:write' });
    await bob.fill(path, { do: 'submit' });
    const { id } = await appOf('Undecided');
    await root.get(`${REVIEWS}/${id}`);
    for (const fields of [{ note: 'n' }, { do: 'rejected', note: 'n' }]) {
      expect((await root.post(`${REVIEWS}/${id}`, fields)).status).toBe(400);
    }
    expect((await appOf('Undecided')).review).toBe('pending');
  });

  it('review pages and decisions are for administrators only', async () => {
    await register(bob, 'Not yours');
    const { id } = await appOf('Not yours');
    expect((await ann.get(REVIEWS)).status).toBe(403);
    expect((await ann.get(`${REVIEWS}/${id}`)).status).toBe(404);
    for (const decision of ['approve', 'reject', 'off', 'on']) {
      const fields = { do: decision, etag: '', note: 'n' };
      await ann.get('/account/applications');
      const { status } = await ann.post(`${REVIEWS}/${id}`, fields);
      expect([decision, status]).toEqual([decision, 403]);
    }
    expect(await appOf('Not yours')).toMatchObject({ disabledAt: null, review: 'none' });
  });

  it('an administrator disables and enables an application after a second factor', async () => {
    const path = await register(bob, 'Abusive');
    const { id } = await appOf('Abusive');
    const page = `${REVIEWS}/${id}`;
    const stepUp = `/account/step-up?${new URLSearchParams({ next: page })}`;
    await root.get(page);
    await provenBy('root', null);
    const weak = await root.post(page, { do: 'off' });
    expect(weak.location).toBe(stepUp);
    // The page itself shows what belongs to another, so it leads there as well.
    expect((await root.get(page)).location).toBe(stepUp);
    expect((await root.get(REVIEWS)).location).toBe(
      `/account/step-up?${new URLSearchParams({ next: REVIEWS })}`,
    );
    await provenBy('root', world.clock.now());
    expect((await root.fill(page, { do: 'off' })).location).toBe(page);
    expect((await appOf('Abusive')).disabledAt).not.toBeNull();
    const shown = await bob.get(path);
    expect(shown.html).toContain('Disabled');
    expect(shown.html).not.toContain('name="redirect_uris"');
    expect((await root.fill(page, { do: 'on' })).location).toBe(page);
    expect((await appOf('Abusive')).disabledAt).toBeNull();
  });
});

describe('applications with access', () => {
  it('the list of applications with access shows their scopes and omits revoked ones', async () => {
    await register(bob, 'Lantern Manager');
    const { db } = world.platform;
    const { id: appId } = await appOf('Lantern Manager');
    const { id: userId } = await db.user.findUniqueOrThrow({ where: { username: 'ann' } });
    const { id } = await db.appGrant.create({ data: { appId, userId, scopes: ['account:read'] } });
    const { html } = await ann.get('/account/applications');
    expect(html).toContain('Lantern Manager');
    expect(html).toContain('See your account and the mods that you work on');
    await bob.get('/account/applications');
    const other = await bob.post('/account/applications', { grant: id });
    expect(other.status).toBe(404);
    const ended = await ann.fill('/account/applications', { grant: id });
    expect([ended.status, ended.location]).toEqual([303, '/account/applications']);
    const after = await ann.get('/account/applications');
    expect(after.html).toContain('Access revoked.');
    expect(after.html).not.toContain('Lantern Manager');
  });
});

describe('the account key on its page', () => {
  const PAGE = '/account/developer/key';
  const keyIn = ({ html }: PageAnswer) => /mfak_[0-9A-Za-z]{16}_[0-9A-Za-z]{49}/.exec(html)?.[0];

  /** The id of the key in the form that replaces it. */
  const shownKey = async () => {
    const { html } = await ann.get(`${PAGE}/replace`);
    const [, key = ''] = /name="key" value="([^"]+)"/.exec(html) ?? [];
    return { key };
  };

  it('the account key is masked until a user with a second factor shows it, and a confirmed rotation replaces it', async () => {
    const page = await ann.get(PAGE);
    expect(page.status).toBe(200);
    expect(keyIn(page)).toBeUndefined();
    expect((await ann.get(APPLICATIONS)).html).toContain(`href="${PAGE}"`);
    const shown = await ann.fill(PAGE, {});
    expect(keyIn(shown)).toMatch(/^mfak_/);
    expect(keyIn(await ann.fill(PAGE, {}))).toBe(keyIn(shown));
    const other = await ann.fill(`${PAGE}/replace`, await shownKey());
    expect(keyIn(other)).toMatch(/^mfak_/);
    expect(keyIn(other)).not.toBe(keyIn(shown));
    expect(keyIn(await ann.get(PAGE))).toBeUndefined();
  });

  it('a repeated replacement of the account key asks again and keeps the new key', async () => {
    const path = `${PAGE}/replace`;
    const sent = await shownKey();
    const replaced = await ann.post(path, sent);
    expect(keyIn(replaced)).toMatch(/^mfak_/);
    const again = await ann.post(path, sent);
    expect([again.status, keyIn(again)]).toEqual([412, undefined]);
    expect(again.html).toContain('has been replaced since this page was opened');
    expect(keyIn(await ann.fill(PAGE, {}))).toBe(keyIn(replaced));
    const confirmed = await ann.fill(path, await shownKey());
    expect(keyIn(confirmed)).not.toBe(keyIn(replaced));
  });

  it('the slower of two concurrent replacements of the account key asks again', async () => {
    const path = `${PAGE}/replace`;
    const sent = await shownKey();
    const { db, clock } = world.platform;
    // Another request, which commits after this one has checked the id.
    const end = (tx: Tx) =>
      tx.credential.update({ where: { id: sent.key }, data: { revokedAt: clock.now() } });
    const { waited, result } = await meanwhile(world, end, () => ann.post(path, sent));
    expect([waited, result.status, keyIn(result)]).toEqual([true, 412, undefined]);
    expect(result.html).toContain('has been replaced since this page was opened');
    const [, asked = ''] = /name="key" value="([^"]+)"/.exec(result.html) ?? [];
    expect(asked).toBe((await shownKey()).key);
    expect(asked).not.toBe(sent.key);
    expect(await db.credential.count({ where: { id: asked, revokedAt: null } })).toBe(1);
  });

  it('the account key is never shown without a second factor', async () => {
    expect((await bob.get(PAGE)).status).toBe(200);
    const { status, location } = await bob.fill(PAGE, {});
    expect([status, location]).toEqual([
      303,
      `/account/step-up?${new URLSearchParams({ next: PAGE })}`,
    ]);
    expect((await bob.get(`${PAGE}/replace`)).status).toBe(303);
  });
});

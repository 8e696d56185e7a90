import { beforeAll, describe, expect, it } from 'vitest';
import { useWorld } from '../harness.js';
import { codeOf, enrol, newPerson, PASSWORD } from './people.js';
import { newVisitor, type PageAnswer, type Visitor } from './visitor.js';

const world = useWorld({}, { jobs: 'when-settled' });
const APPLICATIONS = '/account/developer/applications';
const REVIEWS = '/account/review/applications';
let ann: Visitor;
let bob: Visitor;
let root: Visitor;

beforeAll(async () => {
  ann = await signedIn('ann', { factor: true });
  bob = await signedIn('bob');
  root = await signedIn('root', { factor: true });
  await world.platform.db.user.update({ where: { username: 'root' }, data: { role: 'admin' } });
});

/** Somebody with an account who is signed in, with a second factor where they have one. */
async function signedIn(username: string, { factor = false } = {}): Promise<Visitor> {
  await newPerson(world, username);
  const secret = factor ? await enrol(world, username) : null;
  const visitor = newVisitor(world);
  await visitor.signIn(username, PASSWORD);
  if (secret !== null) {
    const code = codeOf(world, secret);
    expect((await visitor.fill('/account/sign-in/code', { code })).status).toBe(303);
  }
  return visitor;
}

const secretIn = ({ html }: PageAnswer) => /mfoc_[0-9A-Za-z_]{66}/.exec(html)?.[0] ?? null;
const appOf = (name: string) => world.platform.db.app.findFirstOrThrow({ where: { name } });

/** Registers a public application; answers the path of its page. */
async function register(owner: Visitor, name: string, more: Record<string, string> = {}) {
  const fields = { name, redirect_uris: 'https://a.example/cb', ...more };
  const { status, location } = await owner.fill(`${APPLICATIONS}/new/public`, fields);
  expect([status, location]).toEqual([303, `${APPLICATIONS}/${(await appOf(name)).id}`]);
  return location ?? '';
}

describe('the pages of applications', () => {
  it.each([
    APPLICATIONS,
    `${APPLICATIONS}/new`,
    `${APPLICATIONS}/new/public`,
    '/account/applications',
    REVIEWS,
  ])('%s leads somebody who is not signed in to where they can, and back', async (path) => {
    const { status, location } = await newVisitor(world).get(path);
    expect([status, location]).toEqual([
      303,
      `/account/sign-in?${new URLSearchParams({ next: path })}`,
    ]);
  });

  it.each(['en', 'ru', 'de'])(
    'application pages speak %s, run no script and are never cached',
    async (locale) => {
      await register(ann, `Speaks ${locale}`, { sensitive: 'mods:write' });
      const { id } = await appOf(`Speaks ${locale}`);
      const paths = [
        APPLICATIONS,
        `${APPLICATIONS}/new`,
        `${APPLICATIONS}/new/confidential`,
        `${APPLICATIONS}/${id}`,
        `${APPLICATIONS}/${id}/secret`,
        `${APPLICATIONS}/${id}/delete`,
        '/account/applications',
      ];
      for (const path of paths) {
        const { status, html, headers } = await ann.get(`${path}?lang=${locale}`);
        expect([path, status]).toEqual([path, 200]);
        expect(html).toContain(`<html lang="${locale}">`);
        expect(html).not.toMatch(/<script|undefined|\[object|&quot;\$\{/);
        expect(headers.get('cache-control')).toBe('private, no-store');
      }
      await ann.get('/account?lang=en');
    },
  );
});

describe('registering on a page', () => {
  it('registering an application leads to its page with the client ID', async () => {
    const path = await register(bob, 'Packwright', { standard: 'builds:read' });
    const { html } = await bob.get(path);
    const app = await appOf('Packwright');
    expect(html).toContain(app.clientId);
    expect(html).toContain('The application is registered.');
    expect(app).toMatchObject({ kind: 'public', scopes: ['builds:read'] });
    expect((await bob.get(APPLICATIONS)).html).toContain('Packwright');
    expect((await ann.get(APPLICATIONS)).html).not.toContain('Packwright');
  });

  it('the registration form shows each error beside its field and keeps the input', async () => {
    const answer = await bob.fill(`${APPLICATIONS}/new/public`, {
      name: 'My modport',
      redirect_uris: 'https://good.example/\r\n\r\njavascript:alert(1)\r\n<b>',
      sensitive: 'mods:write',
    });
    expect(answer.status).toBe(400);
    expect(answer.html).toMatch(/aria-describedby="name-hint name-fault" aria-invalid="true"/);
    expect(answer.html).toMatch(/id="redirect_uris-fault">“javascript:alert\(1\)” is not allowed/);
    expect(answer.html).toContain('“&lt;b&gt;” is not written correctly');
    expect(answer.html).toContain('value="My modport"');
    expect(answer.html).toMatch(/value="mods:write" checked/);
    expect(answer.html).not.toMatch(/value="files:upload" checked/);
  });

  it('the response of the registration form is the only page with the client secret', async () => {
    const path = `${APPLICATIONS}/new/confidential`;
    const fields = { name: 'Server', redirect_uris: '' };
    const made = await ann.fill(path, fields);
    const secret = secretIn(made) ?? 'none';
    expect([made.status, secret.slice(0, 5)]).toEqual([201, 'mfoc_']);
    expect(made.headers.get('cache-control')).toBe('private, no-store, no-transform');
    expect(made.headers.get('set-cookie') ?? '').not.toContain('mfoc');
    // The same form once more, as a reload sends it, makes nothing.
    const again = await ann.post(path, fields);
    expect([again.status, secretIn(again)]).toEqual([400, null]);
    const { id } = await appOf('Server');
    for (const shown of [APPLICATIONS, `${APPLICATIONS}/${id}`, `${APPLICATIONS}/${id}/secret`]) {
      expect((await ann.get(shown)).html).not.toContain(secret.slice(21));
    }
  });

  it('the form of a confidential application needs a second factor and keeps its input if it has expired', async () => {
    const path = `${APPLICATIONS}/new/confidential`;
    const { status, location } = await bob.get(path);
    expect([status, location]).toEqual([
      303,
      `/account/step-up?${new URLSearchParams({ next: path })}`,
    ]);
    const page = await bob.get(`${APPLICATIONS}/new/public`);
    expect(page.status).toBe(200);
    const late = await bob.post(path, { name: 'Late', redirect_uris: 'https://late.example/' });
    expect(late.status).toBe(403);
    expect(late.html).toMatch(/href="\/account\/step-up\?next=[^"]*" target="_blank"/);
    expect(late.html).toContain('value="Late"');
  });

  it('a registration from another origin or without a form token returns 403', async () => {
    const fields = { name: 'Forged', redirect_uris: 'https://evil.example/' };
    const path = `${APPLICATIONS}/new/public`;
    const foreign = { headers: { Origin: 'https://evil.example' } };
    expect((await bob.fill(path, fields, foreign)).status).toBe(403);
    expect((await bob.fill(path, fields, { token: null })).status).toBe(403);
    expect(await world.platform.db.app.count({ where: { name: 'Forged' } })).toBe(0);
  });
});

describe('the page of an application', () => {
  it('the page of an application saves its settings and reports concurrent changes', async () => {
    const path = await register(ann, 'Editable');
    const { html } = await ann.get(path);
    const etag = /name="etag" value="([^"]+)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '';
    const fields = { do: 'save', etag, name: 'Edited', redirect_uris: 'app.edited:/cb' };
    const saved = await ann.post(path, fields);
    expect([saved.status, saved.location]).toEqual([303, path]);
    expect(await appOf('Edited')).toMatchObject({ redirectUris: ['app.edited:/cb'] });
    const stale = await ann.post(path, { ...fields, name: 'Lost update' });
    expect(stale.status).toBe(412);
    expect(stale.html).toContain('changed in the meantime');
    expect(stale.html).toContain('value="Lost update"');
    expect((await appOf('Edited')).name).toBe('Edited');
  });

  it('a new redirect URI needs a second factor, and the form keeps its input', async () => {
    const path = await register(bob, 'Led away');
    const { html } = await bob.get(path);
    const etag = /name="etag" value="([^"]+)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '';
    const uris = 'https://a.example/cb\r\nhttps://evil.example/cb';
    const late = await bob.post(path, { do: 'save', etag, name: 'Named', redirect_uris: uris });
    expect(late.status).toBe(403);
    expect(late.html).toMatch(/href="\/account\/step-up\?next=[^"]*" target="_blank"/);
    expect(late.html).toContain('https://evil.example/cb</textarea>');
    expect(late.html).toContain('value="Named"');
    expect(await appOf('Led away')).toMatchObject({ redirectUris: ['https://a.example/cb'] });
  });

  it('the pages of an application return 404 to other users', async () => {
    const path = await register(ann, 'Private');
    for (const page of [path, `${path}/secret`, `${path}/delete`]) {
      const { status } = await bob.get(page);
      // Who has not proved a second factor is not told either.
      expect(page.endsWith('/secret') ? [303] : [404]).toContain(status);
    }
    expect((await bob.get(APPLICATIONS)).status).toBe(200);
    await bob.get(`${APPLICATIONS}/new`);
    for (const [page, fields] of [
      [path, { do: 'save', name: 'Taken', etag: '' }],
      [path, { do: 'submit' }],
      [`${path}/delete`, {}],
    ] as const) {
      // With the token of another page of his.
      await bob.get('/account/applications');
      expect((await bob.post(page, fields)).status).toBe(404);
    }
    expect(await appOf('Private')).toMatchObject({ deletedAt: null });
  });

  it('a confirmed rotation replaces the client secret once and shows the new one once', async () => {
    const made = await ann.fill(`${APPLICATIONS}/new/confidential`, {
      name: 'Rotating',
      redirect_uris: '',
    });
    const path = `${APPLICATIONS}/${(await appOf('Rotating')).id}/secret`;
    const { html } = await ann.get(path);
    const etag = /name="etag" value="([^"]+)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '';
    const rotated = await ann.post(path, { etag });
    expect(rotated.status).toBe(200);
    expect(secretIn(rotated)).not.toBe(secretIn(made));
    const again = await ann.post(path, { etag });
    expect([again.status, secretIn(again)]).toEqual([412, null]);
  });

  it('a confirmed deletion deletes the application', async () => {
    const path = await register(bob, 'Doomed');
    expect((await bob.get(`${path}/delete`)).html).toContain('Delete Doomed?');
    const gone = await bob.fill(`${path}/delete`, {});
    expect([gone.status, gone.location]).toEqual([303, APPLICATIONS]);
    expect((await bob.get(APPLICATIONS)).html).toContain('The application is deleted.');
    expect((await bob.get(path)).status).toBe(410);
  });
});

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
    await register(bob, 'Trusted');
    const { db } = world.platform;
    const { id: appId } = await appOf('Trusted');
    const { id: userId } = await db.user.findUniqueOrThrow({ where: { username: 'ann' } });
    const { id } = await db.appGrant.create({ data: { appId, userId, scopes: ['account:read'] } });
    const { html } = await ann.get('/account/applications');
    expect(html).toContain('Trusted');
    expect(html).toContain('See your account and the mods that you work on');
    await bob.get('/account/applications');
    const other = await bob.post('/account/applications', { grant: id });
    expect(other.status).toBe(404);
    const ended = await ann.fill('/account/applications', { grant: id });
    expect([ended.status, ended.location]).toEqual([303, '/account/applications']);
    const after = await ann.get('/account/applications');
    expect(after.html).toContain('Access revoked.');
    expect(after.html).not.toContain('Trusted');
  });
});

describe('the account key on its page', () => {
  const PAGE = '/account/developer/key';
  const keyIn = ({ html }: PageAnswer) => /mfak_[0-9A-Za-z]{16}_[0-9A-Za-z]{49}/.exec(html)?.[0];

  it('the account key is masked until a user with a second factor shows it, and a confirmed rotation replaces it', async () => {
    const page = await ann.get(PAGE);
    expect(page.status).toBe(200);
    expect(keyIn(page)).toBeUndefined();
    expect((await ann.get(APPLICATIONS)).html).toContain(`href="${PAGE}"`);
    const shown = await ann.fill(PAGE, {});
    expect(keyIn(shown)).toMatch(/^mfak_/);
    expect(keyIn(await ann.fill(PAGE, {}))).toBe(keyIn(shown));
    const other = await ann.fill(`${PAGE}/replace`, {});
    expect(keyIn(other)).toMatch(/^mfak_/);
    expect(keyIn(other)).not.toBe(keyIn(shown));
    expect(keyIn(await ann.get(PAGE))).toBeUndefined();
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

import { describe, expect, it } from 'vitest';
import {
  APPLICATIONS,
  ann,
  appOf,
  bob,
  REVIEWS,
  register,
  useDevelopers,
  world,
} from './developers.js';
import { newVisitor, type PageAnswer } from './visitor.js';

useDevelopers();

const secretIn = ({ html }: PageAnswer) => /mfoc_[0-9A-Za-z_]{66}/.exec(html)?.[0] ?? null;

describe('the pages of applications', () => {
  it.each([
    APPLICATIONS,
    `${APPLICATIONS}/new`,
    `${APPLICATIONS}/new/public`,
    '/account/applications',
    REVIEWS,
  ])('%s redirects a visitor to sign-in, and back afterwards', async (path) => {
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
      // The page of a secret first asks for the second factor.
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

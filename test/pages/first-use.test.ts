import { type IncomingHttpHeaders, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.js';
import { securityTxt } from '../../src/edge/security-txt.js';
import { useWorld } from '../harness.js';
import { newPerson, PASSWORD } from './people.js';
import { newVisitor } from './visitor.js';

const world = useWorld({}, { jobs: 'when-settled' });
const portOf = () => Number(new URL(world.baseUrl).port);

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly location: string | undefined;
  readonly body: string;
}

/** Sends a request with a `Host` of its own, as a browser at another name would. */
function get(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const all = { Accept: 'text/html', ...headers };
    const options = { host: '127.0.0.1', port: portOf(), path, method, headers: all };
    const sent = request(options, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => {
        const { statusCode: status = 0, headers } = res;
        resolve({
          status,
          headers,
          location: headers.location,
          body: Buffer.concat(chunks).toString(),
        });
      });
    });
    sent.on('error', reject).end();
  });
}

describe('a page by another loopback name', () => {
  it.each([
    ['localhost:PORT', '/'],
    ['LOCALHOST:PORT', '/account/sign-in?next=/docs'],
    ['[::1]:PORT', '/playground?a=1&b=%2F'],
    ['localhost:PORT', '/v1/mods'],
  ])(
    'a browser at http://%s%s is redirected to PUBLIC_URL with path and query',
    async (name, path) => {
      const host = name.replace('PORT', String(portOf()));
      for (const method of ['GET', 'HEAD']) {
        const answer = await get(path, { Host: host }, method);
        expect([answer.status, answer.location]).toEqual([307, `${world.baseUrl}${path}`]);
        expect(answer.headers['cache-control']).toBe('no-store');
      }
    },
  );

  it.each([
    ['PUBLIC_URL itself', { Host: '127.0.0.1:PORT' }, 'GET'],
    ['PUBLIC_URL at another port', { Host: '127.0.0.1:9' }, 'GET'],
    ['another loopback name at another port', { Host: 'localhost:9' }, 'GET'],
    ['another loopback name without a port', { Host: 'localhost' }, 'GET'],
    ['another name', { Host: 'evil.example' }, 'GET'],
    ['a name that begins like a loopback name', { Host: 'localhost.evil.example' }, 'GET'],
    ['another loopback address', { Host: '127.0.0.2' }, 'GET'],
    ['a program', { Host: 'localhost:PORT', Accept: '*/*' }, 'GET'],
    ['a form', { Host: 'localhost:PORT' }, 'POST'],
    ['a proxy', { Host: 'localhost:PORT', 'X-Forwarded-For': '203.0.113.1' }, 'GET'],
    ['another proxy', { Host: 'localhost:PORT', Forwarded: 'for=203.0.113.1' }, 'GET'],
    ['a proxy that names its host', { Host: 'localhost:PORT', 'X-Forwarded-Host': 'a' }, 'GET'],
    ['a proxy that names itself', { Host: 'localhost:PORT', Via: '1.1 local' }, 'GET'],
  ])('%s is not redirected', async (_who, headers, method) => {
    const Host = headers.Host.replace('PORT', String(portOf()));
    const answer = await get('/docs', { ...headers, Host }, method);
    expect([answer.status === 307, answer.location]).toEqual([false, undefined]);
  });

  it.each([
    '//evil.example/',
    '/\\evil.example',
    '/@evil.example',
    '/%0d%0aX-Bad:%201',
    '/..//evil.example',
  ])('the redirect from %s stays at PUBLIC_URL', async (path) => {
    const { status, location = '', headers } = await get(path, { Host: `localhost:${portOf()}` });
    expect(status).toBe(307);
    expect(location.startsWith(`${world.baseUrl}/`)).toBe(true);
    expect(new URL(location).origin).toBe(world.baseUrl);
    expect(headers['x-bad']).toBeUndefined();
  });
});

describe('an unknown address', () => {
  it.each([
    ['en', 'Page not found'],
    ['ru', 'Страница не найдена'],
    ['de', 'Seite nicht gefunden'],
  ])('a browser reads a page in its language: %s', async (locale, title) => {
    const visitor = newVisitor(world);
    for (const path of [
      '/nope',
      '/problems/nope',
      '/docs/nope',
      '/account/nope',
      '/.well-known/x',
    ]) {
      const page = await visitor.get(path, { 'Accept-Language': locale });
      expect([path, page.status]).toEqual([path, 404]);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.html).toContain(`<html lang="${locale}">`);
      expect(page.html).toContain(`<h1>${title}</h1>`);
      expect(page.html).toContain('href="/"');
    }
  });

  it('programs get a problem document, and so does every client below /v1', async () => {
    for (const [path, Accept] of [
      ['/nope', '*/*'],
      ['/nope', 'application/json'],
      ['/v1/nope', 'text/html'],
      ['/api/v1/nope', 'text/html'],
    ] as const) {
      const answer = await get(path, { Host: '127.0.0.1', Accept });
      expect([answer.status, JSON.parse(answer.body).code]).toEqual([404, 'not_found']);
    }
  });

  it('a broken percent escape is a page for browsers, and a problem document for programs', async () => {
    for (const path of ['/mods/%E0%A4%A', '/guides/%FF', '/users/%']) {
      const page = await newVisitor(world).get(path);
      expect([path, page.status, page.headers.get('content-type')]).toEqual([
        path,
        400,
        'text/html; charset=utf-8',
      ]);
      expect(page.html).toContain('invalid_request');
      const answer = await get(path, { Host: '127.0.0.1', Accept: 'application/json' });
      expect(JSON.parse(answer.body).code).toBe('invalid_request');
    }
    const file = await get('/media/%FF', { Host: '127.0.0.1' });
    expect(file.headers['content-type']).toContain('application/problem+json');
  });

  it('the page shows nothing of the address', async () => {
    const page = await newVisitor(world).get('/nope/%3Cscript%3Ealert(1)%3C/script%3E');
    expect(page.html).not.toContain('<script');
  });
});

describe('the files of the site', () => {
  it('favicon.ico is an icon, and the policy of pages lets browsers load it', async () => {
    const icon = await fetch(`${world.baseUrl}/favicon.ico`);
    const bytes = Buffer.from(await icon.arrayBuffer());
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
    expect(bytes.readUInt32LE(0)).toBe(0x00010000);
    const page = await newVisitor(world).get('/account/sign-in');
    expect(page.headers.get('content-security-policy')).toContain("img-src 'self'");
  });

  it.each([
    ['stylesheet', /href="(\/assets\/site-[\w-]{16}\.css)"/, 'text/css; charset=utf-8'],
    ['script', /src="(\/assets\/site-[\w-]{16}\.js)"/, 'text/javascript; charset=utf-8'],
  ])(
    'caches keep the %s of this release, and never the one of another',
    async (_name, link, type) => {
      const { html } = await newVisitor(world).get('/');
      const path = link.exec(html)?.[1] ?? '';
      const own = await fetch(`${world.baseUrl}${path}`);
      expect([own.status, own.headers.get('content-type')]).toEqual([200, type]);
      expect(own.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const other = await fetch(
        `${world.baseUrl}${path.replace(/-.{16}\./, '-0123456789abcdef.')}`,
      );
      expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(await other.text()).toBe(await own.text());
    },
  );

  it('a file of the site with a name of another form does not exist', async () => {
    for (const path of [
      '/assets/site-short.css',
      '/assets/',
      '/assets/site-0123456789abcdef.map',
    ]) {
      expect((await newVisitor(world).get(path)).status).toBe(404);
    }
  });

  it('robots.txt keeps search engines out of accounts, the API and files', async () => {
    const answer = await fetch(`${world.baseUrl}/robots.txt`);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await answer.text();
    for (const path of ['/account', '/v1/', '/graphql', '/storage/']) {
      expect(text).toContain(`Disallow: ${path}\n`);
    }
    expect(text).not.toMatch(/^Disallow: \/$/m);
  });

  it('/.well-known/change-password leads to the page that changes the password', async () => {
    await newPerson(world, 'ada');
    const visitor = newVisitor(world);
    await visitor.signIn('ada', PASSWORD);
    const { status, location } = await visitor.get('/.well-known/change-password');
    expect([status, location]).toEqual([303, '/account/security/password']);
    const page = await visitor.get(location ?? '');
    expect([page.status, page.html.includes('autocomplete="new-password"')]).toEqual([200, true]);
    // Password managers ask this to see whether the service answers 200 to anything.
    const other = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
    expect((await visitor.get(other)).status).toBe(404);
  });

  it('security.txt names a contact and an expiry within a year (RFC 9116)', async () => {
    const answer = await fetch(`${world.baseUrl}/.well-known/security.txt`);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const lines = (await answer.text()).split('\n');
    expect(lines).toContain('Contact: mailto:security@localhost');
    expect(lines).toContain(`Canonical: ${world.baseUrl}/.well-known/security.txt`);
    const end = new Date(lines.find((line) => line.startsWith('Expires: '))?.slice(9) ?? '');
    const days = (end.getTime() - world.clock.now().getTime()) / 86_400_000;
    expect(days > 150 && days < 365).toBe(true);
  });
});

describe('the contact in security.txt', () => {
  const textOf = (publicUrl: string, env: Record<string, string> = {}) => {
    const { securityContacts: contacts, securityExpires: expires } = loadConfig(env);
    return securityTxt(publicUrl, { contacts, expires }, new Date('2026-11-22T13:00:00Z')) ?? '';
  };

  it.each([
    ['https://mods.example', 'mailto:security@mods.example'],
    ['http://[::1]:4000', 'mailto:security@localhost'],
    ['http://192.0.2.1', 'mailto:security@[192.0.2.1]'],
    ['http://[2001:db8::1]', 'mailto:security@[IPv6:2001:db8::1]'],
  ])('the contact is the mailbox of the host unless it is set: %s', (publicUrl, contact) => {
    expect(textOf(publicUrl)).toContain(`Contact: ${contact}\nExpires: 2027-05-21T00:00:00.000Z\n`);
  });

  it('SECURITY_CONTACT and SECURITY_EXPIRES replace the defaults', () => {
    const env = {
      SECURITY_CONTACT: 'mailto:a@mods.example, https://mods.example/report',
      SECURITY_EXPIRES: '2027-01-01T00:00:00+01:00',
    };
    expect(textOf('https://mods.example', env).split('\n').slice(0, 3)).toEqual([
      'Contact: mailto:a@mods.example',
      'Contact: https://mods.example/report',
      'Expires: 2026-12-31T23:00:00.000Z',
    ]);
  });

  it.each([
    ['SECURITY_CONTACT', 'a@mods.example'],
    ['SECURITY_CONTACT', 'http://mods.example'],
    ['SECURITY_CONTACT', 'mailto:a@b\nExpires: 2099-01-01T00:00:00Z'],
    ['SECURITY_EXPIRES', '2027-01-01'],
  ])('a wrong %s is refused at start: %j', (name, value) => {
    expect(() => loadConfig({ [name]: value })).toThrow(name);
  });
});

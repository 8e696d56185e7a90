import { beforeAll, describe, expect, it } from 'vitest';
import { storeOrigins } from '../../src/pages/dashboard/policy.js';
import { useWorld } from '../harness.js';
import { newPerson, PASSWORD } from './people.js';
import { newVisitor, type PageAnswer, type Visitor } from './visitor.js';

const world = useWorld({}, { jobs: 'when-settled' });
let visitor: Visitor;
let page: PageAnswer;

beforeAll(async () => {
  await newPerson(world, 'ann');
  visitor = newVisitor(world);
  await visitor.signIn('ann', PASSWORD);
  page = await visitor.get('/dashboard/mods?q=a');
});

const policyOf = ({ headers }: PageAnswer) => headers.get('content-security-policy') ?? '';
const scriptIn = ({ html }: PageAnswer) => /<script [^>]*src="([^"]+)"/.exec(html)?.[1] ?? '';

describe('the page of the dashboard', () => {
  it.each(['/dashboard', '/dashboard/', '/dashboard/mods/1/versions?x=1'])(
    '%s leads a visitor without a session to the sign-in and back',
    async (path) => {
      const { status, location } = await newVisitor(world).get(path);
      expect([status, location]).toEqual([
        303,
        `/account/sign-in?${new URLSearchParams({ next: path })}`,
      ]);
    },
  );

  it('a program without a session gets a problem document instead of a redirect', async () => {
    const { status, headers } = await newVisitor(world).get('/dashboard', {
      Accept: 'application/json',
    });
    expect(status).toBe(401);
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  it.each([
    '//evil.example/dashboard',
    '/\\evil.example',
    'https://evil.example/dashboard',
    '/dashboard/..//evil.example',
  ])('the sign-in does not return to %s', async (next) => {
    const other = newVisitor(world);
    const path = `/account/sign-in?${new URLSearchParams({ next })}`;
    await other.get(path);
    const { location } = await other.post(path, { login: 'ann', password: PASSWORD });
    expect(location).toBe('/account/security');
  });

  it('the policy of the page has no unsafe source, and a nonce of its own in each response', async () => {
    const again = await visitor.get('/dashboard/mods?q=a');
    expect(policyOf(page)).not.toContain('unsafe');
    expect(policyOf(page)).toMatch(/script-src 'self'; style-src 'self' 'nonce-[\w+/]{22}=='/);
    expect(policyOf(again)).not.toBe(policyOf(page));
    expect(page.headers.get('cache-control')).toBe('private, no-store');
  });

  it('the policy of the page allows uploads to the object store, by its own name or as a path', () => {
    const s3 = { endpoint: 'https://s3.example:9000', bucket: 'mods' };
    expect(storeOrigins({ ...s3, forcePathStyle: true })).toEqual(['https://s3.example:9000']);
    expect(storeOrigins({ ...s3, forcePathStyle: false })).toEqual([
      'https://mods.s3.example:9000',
    ]);
    expect(storeOrigins(undefined)).toEqual([]);
  });

  it('the masthead of every page links to the dashboard for signed-in users only', async () => {
    const link = 'href="/dashboard"';
    expect((await visitor.get('/games')).html).toContain(link);
    expect(page.html).toContain(`${link} aria-current="page"`);
    expect((await newVisitor(world).get('/games')).html).not.toContain(link);
  });
});

describe('the files of the dashboard', () => {
  it('caches keep a file for a year, compressed, under a policy that lets it only hash', async () => {
    const { status, headers } = await newVisitor(world).get(scriptIn(page), {
      'Accept-Encoding': 'br, gzip',
    });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-encoding')).toBe('br');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it.each(['/dashboard/assets/main-00000000.js', '/dashboard/assets/.vite/manifest.json'])(
    '%s is not found, and no cache keeps that',
    async (path) => {
      const { status, headers } = await newVisitor(world).get(path);
      expect(status).toBe(404);
      expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect(headers.get('cache-control') ?? '').not.toContain('immutable');
    },
  );
});

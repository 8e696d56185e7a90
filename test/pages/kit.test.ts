import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useWorld } from '../harness.js';
import { serveToyPages, type ToyPages } from './toy-pages.js';

const world = useWorld();
let toys: ToyPages;
beforeAll(async () => {
  toys = await serveToyPages(world.platform);
});
afterAll(() => toys.close());

describe('a page of the kit', () => {
  it('a page runs no script, cannot be framed and is never cached', async () => {
    const { headers } = await fetch(`${toys.url}/form`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    });
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('the query string of a page is parsed once', async () => {
    toys.parsed.length = 0;
    const response = await fetch(`${toys.url}/form?lang=de&next=%2Fdone&ui_locales=ru`);
    expect(response.status).toBe(200);
    expect(toys.parsed).toEqual(['lang=de&next=%2Fdone&ui_locales=ru']);
  });

  it('a page can name the target of its forms in its policy', async () => {
    const { headers } = await fetch(`${toys.url}/done`);
    expect(headers.get('content-security-policy')).toContain(
      "form-action 'self' https://client.example my.app:;",
    );
  });
});

describe('a form of the kit', () => {
  it('a form is accepted from the browser that requested it, and redirects with 303', async () => {
    const page = await fetch(`${toys.url}/form`);
    const token = /name="_token" value="([\w-]+)"/.exec(await page.text())?.[1] ?? '';
    const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? '';
    const send = (headers: Record<string, string>, body: Record<string, string>) =>
      fetch(`${toys.url}/form`, {
        method: 'POST',
        redirect: 'manual',
        headers: { Accept: 'text/html', ...headers },
        body: new URLSearchParams(body),
      });
    const Origin = toys.url;
    const fields = { _token: token, name: 'x' };
    expect(await send({ Origin, Cookie: cookie }, fields)).toMatchObject({ status: 303 });
    expect(await send({ Cookie: cookie }, fields)).toMatchObject({ status: 403 });
    expect(await send({ Origin }, fields)).toMatchObject({ status: 403 });
    expect(await send({ Origin, Cookie: cookie }, { name: 'x' })).toMatchObject({ status: 403 });
  });
});

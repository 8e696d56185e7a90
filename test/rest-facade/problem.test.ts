import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestSummary } from '../../rest-facade/facade.js';
import { createProblemWriter } from '../../rest-facade/problem.js';
import { escapeHtml } from '../../src/platform/html/html.js';
import type { Log } from '../../src/platform/log.js';
import { ERROR_TEXTS, LOCALES } from '../../src/registry/error-texts.js';
import { ERRORS, isErrorCode, problem } from '../../src/registry/errors.js';
import { someOf } from '../rounds.js';
import { GOOD_WRITE, refusalOf, startToy, type Toy, toyGateway, toyState } from './toy.js';

/** A log with readable entries. */
function recordingLog(): Log & { readonly entries: [level: string, fields: object][] } {
  const entries: [string, object][] = [];
  const at = (level: string) => (fields: object) => void entries.push([level, fields]);
  return { entries, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** The response of a server with this listener to one request. */
async function answerOf(listener: RequestListener): Promise<Response> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    return await fetch(`http://127.0.0.1:${port}/some/path?query`);
  } finally {
    server.close();
  }
}

describe('problem documents', () => {
  const log = recordingLog();
  let toy: Toy;
  beforeAll(async () => {
    toy = await startToy({ log });
  });
  afterAll(async () => {
    await toy.close();
  });

  it('a problem document has exactly the members of the contract', async () => {
    const headers = {
      'x-request-id': 'req-42',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    };
    const response = await toy.send('GET', '/v1/notes/%20/x?secret=1', { headers });
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(response.headers.get('x-request-id')).toBe('req-42');
    expect(await response.json()).toEqual({
      type: 'https://modport.test/problems/not_found',
      title: 'Not found',
      status: 404,
      detail: ERROR_TEXTS.not_found.en,
      instance: '/v1/notes/%20/x',
      code: 'not_found',
      retryable: false,
      docs_slug: 'errors.not_found',
      request_id: 'req-42',
      trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
    });
  });

  it.each([
    [undefined, 'en'],
    ['ru', 'ru'],
    ['de-AT,de;q=0.9,en;q=0.5', 'de'],
    ['fr, en;q=0.4, ru;q=0.7', 'ru'],
    ['de;q=0', 'en'],
    ['fr, *', 'en'],
    ['ru;q=nonsense', 'en'],
  ] as const)(
    'a problem document uses the language of Accept-Language: %s',
    async (accepted, locale) => {
      const headers: Record<string, string> = accepted ? { 'accept-language': accepted } : {};
      const response = await toy.send('GET', '/v1/nothing', { headers });
      expect(await response.json()).toMatchObject({ detail: ERROR_TEXTS.not_found[locale] });
      expect(response.headers.get('content-language')).toBe(locale);
    },
  );

  it.each(['', 'a b', 'x'.repeat(129), 'a\tb', '<script>', 'twice, twice'])(
    'an invalid request id is replaced: %j',
    async (given) => {
      const response = await toy.send('GET', '/v1/notes', { headers: { 'x-request-id': given } });
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it.each([
    'nonsense',
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more',
    '01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01more',
    '00-4BF92F3577B34DA6A3CE929D0E0E4736-00F067AA0BA902B7-01',
    // The value of a header that was sent twice.
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01, 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  ])('an invalid traceparent starts a new trace: %s', async (traceparent) => {
    const response = await toy.send('GET', '/v1/nothing', { headers: { traceparent } });
    expect(await response.json()).toMatchObject({
      trace_id: expect.stringMatching(/^(?!4bf9|0{32})[0-9a-f]{32}$/),
    });
  });

  it.each(['00', '01', 'fe'])(
    'a traceparent of version %s continues its trace',
    async (version) => {
      const more = version === '00' ? '' : '-what-a-later-version-adds';
      const traceparent = `${version}-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01${more}`;
      const response = await toy.send('GET', '/v1/nothing', { headers: { traceparent } });
      expect(await response.json()).toMatchObject({ trace_id: '4bf92f3577b34da6a3ce929d0e0e4736' });
    },
  );

  it('a 401 response names the kind of credential to send', async () => {
    const none = await toy.send('POST', '/v1/notes');
    expect(none.headers.get('www-authenticate')).toBe('Bearer');
    const headers = { ...GOOD_WRITE, authorization: 'Bearer nonsense' };
    const bad = await toy.send('POST', '/v1/notes', { headers });
    expect(bad.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  });

  it('a problem document mirrors its delay in Retry-After and sends its other facts as headers', async () => {
    const send = createProblemWriter({ publicUrl: 'https://modport.test', log });
    const error = problem('rate_limited', {
      retryAfterSeconds: 7,
      quotaBucket: 'search',
      quota: { limit: 10, remaining: 3, resetSeconds: 60 },
      etag: '"current"',
      supportCorrelationId: 'correlation-1',
    });
    const response = await answerOf((req, res) => send(req, res, error));
    expect(response.headers.get('retry-after')).toBe('7');
    expect(response.headers.get('ratelimit-limit')).toBe('10');
    expect(response.headers.get('ratelimit-remaining')).toBe('3');
    expect(response.headers.get('ratelimit-reset')).toBe('60');
    expect(response.headers.get('etag')).toBe('"current"');
    expect(response.headers.get('x-upload-correlation-id')).toBe('correlation-1');
    expect(await response.json()).toMatchObject({
      status: 429,
      retryable: true,
      retry_after_seconds: 7,
      quota_bucket: 'search',
    });
  });

  it('a failure after the start of a response cuts the connection', async () => {
    const send = createProblemWriter({ publicUrl: 'https://modport.test', log });
    const broken = answerOf((req, res) => {
      res.writeHead(200, { 'content-length': '10' });
      res.write('half');
      send(req, res, new Error('the disk is gone'));
    });
    await expect(broken.then((response) => response.text())).rejects.toThrow();
  });

  it('an unexpected failure is hidden from the response and logged in full', async () => {
    log.entries.length = 0;
    const response = await toy.send('GET', '/v1/notes:break', {
      headers: { 'x-request-id': 'broken-1' },
    });
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).toContain('"code":"internal_error"');
    expect(text).not.toContain('hunter2');
    expect(log.entries).toEqual([
      ['error', expect.objectContaining({ request_id: 'broken-1', path: '/v1/notes:break' })],
    ]);
    expect(inspect(log.entries, { depth: 5 })).toContain('hunter2');
  });

  it('a failing step is hidden from the response, which is retryable', async () => {
    const secret = 'select * from tokens at verify (/srv/app/verify.ts:1:2)';
    const gateway = toyGateway(toyState());
    const failing = await startToy({
      log,
      gateway: {
        ...gateway,
        open: () => Promise.reject(Object.assign(new Error(secret), { path: '/srv/app' })),
      },
    });
    const response = await failing.send('GET', '/v1/notes');
    const text = await response.text();
    await failing.close();
    expect(JSON.parse(text)).toMatchObject({
      status: 500,
      code: 'internal_error',
      retryable: true,
    });
    expect(response.headers.get('x-request-id')).toBe(JSON.parse(text).request_id);
    expect(text).not.toMatch(/select|tokens|srv|verify/);
  });
});

describe('problem pages', () => {
  let toy: Toy;
  beforeAll(async () => {
    toy = await startToy();
  });
  afterAll(() => toy.close());

  const codes = Object.keys(ERRORS).filter(isErrorCode);

  // In npm test, each language explains its own third of the codes.
  const fewCodes = Math.ceil(codes.length / LOCALES.length);

  it.each(LOCALES)('the problem page explains codes in HTML, in %s', async (locale) => {
    for (const code of someOf(codes, fewCodes, LOCALES.indexOf(locale) * fewCodes)) {
      const headers = { 'accept-language': locale };
      const response = await toy.send('GET', `/problems/${code}`, { headers });
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('content-language')).toBe(locale);
      const page = await response.text();
      expect(page).toContain(`<html lang="${locale}">`);
      expect(page).toContain(`<code>${code}</code>`);
      expect(page).toContain(escapeHtml(ERROR_TEXTS[code][locale]));
      expect(page).toContain(`<dd>${ERRORS[code].status.join(', ')}</dd>`);
    }
  });

  it('the problem page explains every code in JSON', async () => {
    for (const code of codes) {
      const headers = { accept: 'Application/JSON' };
      const response = await toy.send('GET', `/problems/${code}/`, { headers });
      const { status, retryable, extensions } = ERRORS[code];
      const detail = ERROR_TEXTS[code].en;
      expect(await response.json()).toMatchObject({ code, status, retryable, extensions, detail });
    }
  });

  it('the list of problem pages links every code, with and without a trailing slash', async () => {
    for (const path of ['/problems', '/problems/']) {
      const page = await (
        await toy.send('GET', path, { headers: { 'accept-language': 'de' } })
      ).text();
      for (const code of codes) {
        expect(page).toContain(`<a href="/problems/${code}"><code>${code}</code></a>`);
        expect(page).toContain(escapeHtml(ERROR_TEXTS[code].de));
      }
    }
    const headers = { accept: 'application/json' };
    const list = await (await toy.send('GET', '/problems', { headers })).json();
    expect(list).toMatchObject({
      problems: [...codes].sort().map((code) => ({ code, docs_slug: `errors.${code}` })),
    });
  });

  it('HEAD of a problem page returns no body', async () => {
    for (const path of ['/problems', '/problems/not_found']) {
      const [get, head] = [await toy.send('GET', path), await toy.send('HEAD', path)];
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    }
  });

  it('the policy of a problem page allows only the style and the icon of the site', async () => {
    const response = await toy.send('GET', '/problems/not_found');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; style-src 'self'; img-src 'self'");
    expect(await response.text()).not.toMatch(/<script|<style|style="/);
  });

  it('the problem page of an unknown code returns 404', async () => {
    for (const path of [
      '/problems/constructor',
      '/problems/nonsense',
      '/problems/not_found/more',
    ]) {
      expect(await refusalOf(await toy.send('GET', path))).toEqual([404, 'not_found']);
    }
    expect(await refusalOf(await toy.write('POST', '/problems', {}))).toEqual([404, 'not_found']);
  });
});

describe('the summary of a request', () => {
  it('the request summary contains operation, method, status and time, for metrics', async () => {
    const summaries: RequestSummary[] = [];
    const toy = await startToy({ observe: (summary) => summaries.push(summary) });
    await (await toy.send('GET', '/api/v1/notes/')).text();
    await (await toy.send('HEAD', '/v1/nothing')).text();
    await toy.close();
    const common = { seconds: expect.any(Number) };
    expect(summaries).toEqual([
      { ...common, operation: 'listNotes', method: 'GET', status: 200 },
      { ...common, operation: null, method: 'HEAD', status: 404 },
    ]);
  });
});

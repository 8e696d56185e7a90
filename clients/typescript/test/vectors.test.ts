import { readFileSync } from 'node:fs';
import {
  ProblemError,
  parseHandoff,
  safeFilename,
  TransportError,
  verifyWebhook,
} from '@modport/client';
import { describe, expect, it } from 'vitest';
import { problemOf } from '../src/core/problem.js';
import { isRepeatable, RETRY_POLICY, retryDelayMs } from '../src/core/retry.js';

const vectors = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../vectors/${name}.json`, import.meta.url), 'utf8'));

interface Handoffs {
  readonly accepted: readonly { readonly uri: string; readonly artifact_id: string }[];
  readonly refused: readonly { readonly uri: string; readonly refused: string }[];
}

describe('parseHandoff', () => {
  const { accepted, refused } = vectors<Handoffs>('handoff');

  it.each(accepted)('parseHandoff accepts $uri', ({ uri, artifact_id: artifactId }) => {
    expect(parseHandoff(uri)).toEqual({ artifactId });
  });

  it.each(refused)('parseHandoff refuses $uri as $refused', ({ uri, refused: reason }) => {
    expect(parseHandoff(uri)).toEqual({ refused: reason });
  });
});

interface Delivery {
  readonly name: string;
  readonly secrets: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly now: number;
  readonly tolerance: number;
  readonly refused?: string;
}

describe('verifyWebhook', () => {
  const { cases } = vectors<{ cases: readonly Delivery[] }>('webhooks');

  it.each(cases)('verifyWebhook decides on $name', (one) => {
    const options = { toleranceSeconds: one.tolerance, nowSeconds: one.now };
    for (const headers of [one.headers, new Headers(one.headers)]) {
      const verdict = verifyWebhook(
        one.secrets,
        headers,
        new TextEncoder().encode(one.body),
        options,
      );
      const genuine = { genuine: true, deliveryId: '6f0d2c1e-3c0f-4a6e-9a53-2a2f6d0c9b11' };
      expect(verdict).toEqual(
        one.refused === undefined ? genuine : { genuine: false, refused: one.refused },
      );
    }
  });

  it('verifyWebhook refuses a repeated header and throws for an empty secret', () => {
    const [{ headers, body, now, secrets }] = cases as [Delivery];
    const twice = { ...headers, 'x-service-timestamp': ['1', '2'] };
    expect(verifyWebhook(secrets, twice, body, { nowSeconds: now })).toEqual({
      genuine: false,
      refused: 'missing_header',
    });
    expect(() => verifyWebhook('', headers, body, { nowSeconds: now })).toThrow(TypeError);
  });
});

interface Retry {
  readonly name: string;
  readonly method: string;
  readonly key: boolean;
  readonly failure?: 'connection';
  readonly status?: number;
  readonly problem?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly retry: boolean;
  readonly least_wait_seconds?: number;
}

describe('retries', () => {
  const { cases } = vectors<{ cases: readonly Retry[] }>('retries');

  const failureOf = ({ status, headers = {}, problem }: Retry) => {
    if (status === undefined) return new TransportError('cut');
    const body = problem === undefined ? '' : JSON.stringify(problem);
    return problemOf(new Response(body, { status, headers }), body);
  };

  it.each(cases)('the decision after $name is that of the vector', (one) => {
    const headers = new Headers(one.key ? { 'Idempotency-Key': 'k' } : {});
    const again = isRepeatable(one.method, headers);
    const least = again ? retryDelayMs(failureOf(one), 1, RETRY_POLICY, () => 0) : null;
    const most = again ? retryDelayMs(failureOf(one), 1, RETRY_POLICY, () => 1) : null;
    expect(least).toBe(one.retry ? (one.least_wait_seconds ?? 0) * 1000 : null);
    if (least !== null) expect(most).toBe(least + RETRY_POLICY.baseMs);
    expect(retryDelayMs(failureOf(one), 3)).toBeNull();
  });
});

describe('safeFilename', () => {
  const { cases } = vectors<{ cases: readonly { text: string; name: string }[] }>('filenames');

  it.each(cases)('safeFilename makes $name of $text', ({ text, name }) => {
    expect(safeFilename(text)).toBe(name);
    expect(safeFilename(name)).toBe(name);
  });

  it('safeFilename takes null, a lone surrogate and another fallback', () => {
    expect(safeFilename(null)).toBe('file');
    expect(safeFilename('..', 'mod.zip')).toBe('mod.zip');
    expect(safeFilename('a\ud800.zip')).toBe('a\ufffd.zip');
  });
});

describe('problems', () => {
  it('a problem keeps unknown codes, members and headers', () => {
    const document = {
      code: 'code_of_tomorrow',
      status: 418,
      title: 'T',
      detail: 'D',
      retryable: true,
      request_id: 'r',
      trace_id: 't',
      quota_bucket: 'b',
      required_scopes: ['a', 7],
      fields: [{ field: 'f', code: 'c', detail: 'd' }, 5],
      download_job: { id: 'j' },
      extra: { of: 'tomorrow' },
    };
    const response = new Response('', { status: 418, headers: { 'x-test': '1' } });
    const error = problemOf(response, JSON.stringify(document));
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({
      code: 'code_of_tomorrow',
      status: 418,
      retryable: true,
      requestId: 'r',
      traceId: 't',
      quotaBucket: 'b',
      requiredScopes: ['a'],
      fields: [{ field: 'f', code: 'c', detail: 'd' }],
      downloadJob: { id: 'j' },
      document,
    });
    expect(error.headers.get('x-test')).toBe('1');
  });

  it.each(['', '<html>', 'null', '[]', '"text"', '{"code":5}'])(
    'the body %j makes a problem without a code',
    (body) => {
      const error = problemOf(new Response('', { status: 400 }), body);
      expect(error).toMatchObject({ code: null, status: 400, retryable: false, fields: [] });
    },
  );

  it.each(['-1', 'NaN', 'soon', '1e9'])('the wait %j of a server is no wait', (wait) => {
    const response = new Response('', { status: 429, headers: { 'retry-after': wait } });
    expect(problemOf(response, '').retryAfterSeconds ?? 0).toBeLessThan(100 * 365 * 86_400);
  });
});

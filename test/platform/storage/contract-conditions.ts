import { beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, follow, yearsFrom } from './http.js';
import type { Faults, Subject } from './store-under-test.js';
import { useBench } from './subject.js';

/** The promises of HTTP conditions on signed URLs. */
export function conditionContract(open: () => Promise<Subject>, faults: Faults): void {
  const bench = useBench(open);
  describe.each(['GET', 'HEAD'] as const)('a condition on %s', (method) => {
    conditionPromises(bench, method, faults);
  });
}

function conditionPromises(
  bench: ReturnType<typeof useBench>,
  method: 'GET' | 'HEAD',
  { roughHttp = false }: Faults,
): void {
  let key = '';
  let etag = '';
  let modified = '';
  let since = '';
  const send = async (headers: Record<string, string> = {}) => {
    const signed = method === 'GET' ? bench.signGet(key) : bench.signHead(key);
    return follow(await signed, undefined, headers);
  };
  beforeAll(async () => {
    key = await bench.stored(bytesOf(1000));
    const { headers } = await send();
    etag = headers['etag'] ?? '';
    modified = headers['last-modified'] ?? '';
    // Some servers compare a finer time than they report.
    since = roughHttp ? yearsFrom(modified, 1) : modified;
  });

  it('If-Match accepts the current ETag and refuses another', async () => {
    expect((await send({ 'If-Match': etag })).status).toBe(200);
    expect((await send({ 'If-Match': '"other"' })).status).toBe(412);
  });

  it.skipIf(roughHttp)('If-Match accepts a list', async () => {
    expect((await send({ 'If-Match': `"x", ${etag}` })).status).toBe(200);
    expect((await send({ 'If-Match': '"x", "y"' })).status).toBe(412);
  });

  it('If-None-Match returns 304 without a body for the current ETag', async () => {
    const answer = await send({ 'If-None-Match': etag });
    expect(answer.status).toBe(304);
    if (!roughHttp) expect(answer.headers['etag']).toBe(etag);
    expect(answer.body).toHaveLength(0);
    expect((await send({ 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('If-None-Match works together with no-cache, as fetch sends it', async () => {
    const headers = { 'If-None-Match': etag, 'Cache-Control': 'no-cache' };
    expect((await send(headers)).status).toBe(304);
    const { url } = await (method === 'GET' ? bench.signGet(key) : bench.signHead(key));
    const fetched = await fetch(url, { method, headers: { 'If-None-Match': etag } });
    expect(fetched.status).toBe(304);
  });

  it('If-Modified-Since returns 304 for an unchanged object', async () => {
    if (!roughHttp) expect((await send({ 'If-Modified-Since': modified })).status).toBe(304);
    expect((await send({ 'If-Modified-Since': yearsFrom(modified, -1) })).status).toBe(200);
  });

  it('If-Unmodified-Since refuses a newer object', async () => {
    expect((await send({ 'If-Unmodified-Since': since })).status).toBe(200);
    expect((await send({ 'If-Unmodified-Since': yearsFrom(modified, -1) })).status).toBe(412);
  });
}

import { beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, follow, yearsFrom } from './http.js';
import type { Faults, Subject } from './store-under-test.js';
import { useBench } from './subject.js';

/** What the conditions of HTTP have to do on signed URLs. */
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
    // Some servers compare with a finer time than they tell.
    since = roughHttp ? yearsFrom(modified, 1) : modified;
  });

  it('If-Match lets the named representation through and refuses another', async () => {
    expect((await send({ 'If-Match': etag })).status).toBe(200);
    expect((await send({ 'If-Match': '"other"' })).status).toBe(412);
  });

  it.skipIf(roughHttp)('If-Match takes a list', async () => {
    expect((await send({ 'If-Match': `"x", ${etag}` })).status).toBe(200);
    expect((await send({ 'If-Match': '"x", "y"' })).status).toBe(412);
  });

  it('If-None-Match spares the bytes that the client has', async () => {
    const answer = await send({ 'If-None-Match': etag });
    expect(answer.status).toBe(304);
    if (!roughHttp) expect(answer.headers['etag']).toBe(etag);
    expect(answer.body).toHaveLength(0);
    expect((await send({ 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('If-None-Match holds where the request also says no-cache, as fetch does', async () => {
    const headers = { 'If-None-Match': etag, 'Cache-Control': 'no-cache' };
    expect((await send(headers)).status).toBe(304);
    const { url } = await (method === 'GET' ? bench.signGet(key) : bench.signHead(key));
    const fetched = await fetch(url, { method, headers: { 'If-None-Match': etag } });
    expect(fetched.status).toBe(304);
  });

  it('If-Modified-Since spares the bytes that have not changed since', async () => {
    if (!roughHttp) expect((await send({ 'If-Modified-Since': modified })).status).toBe(304);
    expect((await send({ 'If-Modified-Since': yearsFrom(modified, -1) })).status).toBe(200);
  });

  it('If-Unmodified-Since refuses bytes that are younger', async () => {
    expect((await send({ 'If-Unmodified-Since': since })).status).toBe(200);
    expect((await send({ 'If-Unmodified-Since': yearsFrom(modified, -1) })).status).toBe(412);
  });
}

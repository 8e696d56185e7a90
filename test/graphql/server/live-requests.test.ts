import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Creator, Json } from '../../actors.js';
import { eventually } from '../../eventually.js';
import { useWorld } from '../../harness.js';
import { type OpenStream, subscribe } from '../../live.js';
import { bareMod, newGame } from '../../publishing.js';
import { bearer, browserOf, endOf, type Follower, followAt, REVIEWS, UPLOADS } from './live.js';

const world = useWorld();
let alice: Creator;

beforeAll(async () => {
  await newGame(world, 'live');
  alice = await world.creator('alice');
});

const follow = (actor: Follower, query: string, id?: string) => followAt(world, actor, query, id);

describe('the request of a subscription', () => {
  const send = (init: RequestInit, path = '/graphql') =>
    fetch(`${world.baseUrl}${path}`, {
      method: 'POST',
      ...init,
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
        ...bearer(alice),
        ...init.headers,
      },
    });
  const problemOf = async (response: Response) => {
    const body: Json = await response.json();
    return [response.status, body.code ?? body.errors[0].extensions.code];
  };
  const refusalOf = async (stream: OpenStream) => [stream.status, (await stream.problem()).code];
  const body = JSON.stringify({ query: REVIEWS });

  it('a stream is refused to an anonymous caller, to another origin, and by GET', async () => {
    const anonymous = await subscribe(world.baseUrl, {}, { query: REVIEWS });
    expect(await refusalOf(anonymous)).toEqual([401, 'unauthorized']);
    const { Cookie } = await browserOf(world, alice.userId);
    const foreign = { Cookie, Origin: 'https://evil.example' };
    const cross = await subscribe(world.baseUrl, foreign, { query: REVIEWS });
    expect(await refusalOf(cross)).toEqual([403, 'origin_mismatch']);
    const path = `/graphql?${new URLSearchParams({ query: REVIEWS })}`;
    expect(await problemOf(await send({ method: 'GET' }, path))).toEqual([400, 'invalid_request']);
    const form = { 'Content-Type': 'text/plain' };
    expect(await problemOf(await send({ body, headers: form }))).toEqual([400, 'invalid_request']);
  });

  it('a subscription without a stream is refused, and a stream without a subscription too', async () => {
    const json = await send({ body, headers: { Accept: 'application/json' } });
    expect(await problemOf(json)).toEqual([400, 'invalid_request']);
    expect(await endOf(await follow(alice, '{ __typename }'))).toBe('invalid_request');
    const twice = 'subscription A { reviewQueueChanged { state } } query B { __typename }';
    expect(await endOf(await follow(alice, twice))).toBe('invalid_request');
    const listed = await send({
      body: JSON.stringify({ query: '{ __typename }' }),
      headers: { Accept: 'application/json, text/event-stream' },
    });
    expect(await listed.json()).toHaveProperty('data.__typename');
  });

  it('a malformed, huge or many-rooted subscription ends with invalid_request', async () => {
    const roots =
      'subscription { a: reviewQueueChanged { state } b: reviewQueueChanged { state } }';
    const aliases = Array.from({ length: LIMITS.graphqlAliases + 1 }, (_, i) => `s${i}: state`);
    const wide = `subscription { reviewQueueChanged { ${aliases.join(' ')} } }`;
    const long = `subscription { reviewQueueChanged { ${'state '.repeat(LIMITS.graphqlTokens)} } }`;
    const schema = 'subscription { __schema { types { name } } }';
    for (const query of [roots, wide, long, schema, 'subscription {', '']) {
      expect(await endOf(await follow(alice, query))).toBe('invalid_request');
    }
    const untyped = 'subscription ($id: ID!) { uploadChanged(modId: $id) { uploadId } }';
    expect(await endOf(await follow(alice, untyped))).toBe('invalid_input');
    for (const wrong of ['[]', 'null', '{"query": 1}', '{"query": "{x}", "variables": []}']) {
      expect(await problemOf(await send({ body: wrong }))).toEqual([400, expect.any(String)]);
    }
    const large = JSON.stringify({ query: ' '.repeat(LIMITS.graphqlBodyBytes) });
    expect(await problemOf(await send({ body: large }))).toEqual([413, 'request_body_too_large']);
  });

  it('a user gets rate_limited for one stream too many, and a place again when one closes', async () => {
    const fay = await world.creator('fay');
    const own = (await bareMod(fay, 'live')).id;
    const places = Array.from({ length: LIMITS.liveStreamsPerUser }, () =>
      follow(fay, UPLOADS, own),
    );
    const streams = await Promise.all(places);
    const refused = await follow(fay, UPLOADS, own);
    expect(await refusalOf(refused)).toEqual([429, 'rate_limited']);
    expect(refused.headers['retry-after']).toBe(String(LIMITS.liveRetrySeconds));
    streams[0]?.close();
    const again = await eventually(async () => {
      const stream = await follow(fay, UPLOADS, own);
      expect(stream.status).toBe(200);
      return stream;
    });
    again.close();
    for (const stream of streams) stream.close();
  });
});

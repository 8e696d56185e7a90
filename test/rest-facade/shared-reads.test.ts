import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CompiledRoute } from '../../rest-facade/compile-route.js';
import type { RequestContext } from '../../rest-facade/routed-request.js';
import {
  createSharedReads,
  type PublicRead,
  type SharedReads,
  type SharedResult,
} from '../../rest-facade/shared/shared-reads.js';
import type { ConditionalOutcome } from '../../src/graphql/gateway.js';
import { ClientGone } from '../../src/platform/work-scope.js';
import { problem } from '../../src/registry/errors.js';
import { NOTHING_STORED } from './toy.js';

/** The rows of the toy domain: the validator of a response, its content, and its cursor. */
let row: { version: number; size: number; cursor: string };
/** The runs that wait until they are released. */
let held: (() => void)[];
let holds: boolean;
let runs: number;
let fails: boolean;

async function runConditional(
  _variables: unknown,
  _ctx: unknown,
  matches: (validator: string) => boolean,
): Promise<ConditionalOutcome> {
  runs += 1;
  const { version, size, cursor } = row;
  if (holds) await new Promise<void>((resolve) => held.push(resolve));
  if (fails) throw problem('service_unavailable');
  const pagination = { nextCursor: cursor, hasMore: true, limit: 1 };
  const validator = `version-${version}`;
  if (matches(validator)) return { unchanged: true, validator, pagination };
  const items = [`content ${version}`.padEnd(size, '.')];
  return { data: { items: { items } }, validator, pagination };
}

function readOf(number = 0): PublicRead {
  // Only these members of a route are used.
  const route = {
    operationId: 'listToys',
    operation: { runConditional },
    selected: { root: { key: 'items' } },
    route: { reply: { shape: 'list' } },
    writeContent: ({ items }: { items: unknown }) =>
      Buffer.from(JSON.stringify({ data: items }).slice(0, -1)),
  } as unknown as CompiledRoute;
  return { route, variables: { number } };
}

function ask(reads: SharedReads, read: PublicRead, etag?: string): Promise<SharedResult> {
  const req = new IncomingMessage(new Socket());
  if (etag !== undefined) req.headers['if-none-match'] = etag;
  return reads.read(read, req, new ServerResponse(req), () => ({}) as RequestContext);
}

const bodyOf = ({ content, end }: SharedResult): unknown =>
  content && JSON.parse(Buffer.concat([content.text, end]).toString());

const turn = () => new Promise((resolve) => setImmediate(resolve));

let reads: SharedReads;

beforeEach(() => {
  row = { version: 1, size: 20, cursor: 'a' };
  [held, holds, runs, fails] = [[], false, 0, false];
  reads = createSharedReads({ compress: async () => null, maxBytes: 100_000, documentBytes: 0 });
});

describe('shared reads', () => {
  it('requests of one turn of the event loop share one run', async () => {
    const results = await Promise.all(
      [readOf(), readOf(), readOf()].map((read) => ask(reads, read)),
    );
    expect([runs, new Set(results.map(({ etag }) => etag)).size]).toEqual([1, 1]);
  });

  it('a request that arrives during a run gets the result of a later run', async () => {
    holds = true;
    const first = ask(reads, readOf());
    await turn();
    row = { ...row, version: 2 };
    const second = ask(reads, readOf());
    await turn();
    expect(runs).toBe(1);
    held.shift()?.();
    await first;
    await turn();
    held.shift()?.();
    expect([(await first).etag, (await second).etag]).toEqual(['W/"version-1"', 'W/"version-2"']);
  });

  it('a stored content is sent again under the same validator, with a new cursor', async () => {
    const first = await ask(reads, readOf());
    row = { ...row, cursor: 'b' };
    const second = await ask(reads, readOf());
    expect(second.content).toBe(first.content);
    expect(bodyOf(second)).toEqual({
      data: ['content 1'.padEnd(20, '.')],
      pagination: { next_cursor: 'b', has_more: true, limit: 1 },
    });
    expect(reads.counts()).toMatchObject({ requests: 2, runs: 2, hits: 1, entries: 1 });
  });

  it('a stored content is never sent under another validator', async () => {
    await ask(reads, readOf());
    row = { ...row, version: 2 };
    expect(bodyOf(await ask(reads, readOf()))).toMatchObject({
      data: ['content 2'.padEnd(20, '.')],
    });
  });

  it('a run has no content if all its requests have the response already', async () => {
    const held = 'W/"version-1"';
    const [one, two] = await Promise.all([ask(reads, readOf(), held), ask(reads, readOf(), held)]);
    expect([one?.content, two?.content, one?.etag]).toEqual([null, null, held]);
    const [other] = await Promise.all([ask(reads, readOf()), ask(reads, readOf(), held)]);
    expect(other?.content).not.toBeNull();
  });

  it('a failed run rejects all its requests, and the next request starts another run', async () => {
    fails = true;
    const both = await Promise.allSettled([ask(reads, readOf()), ask(reads, readOf())]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    expect((await ask(reads, readOf())).etag).toBe('W/"version-1"');
  });

  it('a request whose client disconnects before its run leaves it, and the others are served', async () => {
    const req = new IncomingMessage(new Socket());
    const res = new ServerResponse(req);
    const gone = reads.read(readOf(), req, res, () => expect.unreachable());
    const other = ask(reads, readOf());
    res.emit('close');
    await expect(gone).rejects.toBeInstanceOf(ClientGone);
    expect((await other).etag).toBe('W/"version-1"');
  });

  it('a read whose clients have all disconnected does not run', async () => {
    const req = new IncomingMessage(new Socket());
    const res = new ServerResponse(req);
    const gone = reads.read(readOf(), req, res, () => expect.unreachable());
    res.emit('close');
    await expect(gone).rejects.toBeInstanceOf(ClientGone);
    await turn();
    expect(runs).toBe(0);
    expect((await ask(reads, readOf())).etag).toBe('W/"version-1"');
  });

  it('the stored contents of a flood of different reads stay below the limit', async () => {
    row = { ...row, size: 3_000 };
    for (let number = 0; number < 200; number += 1) await ask(reads, readOf(number));
    const { entries, bytes } = reads.counts();
    expect([bytes <= 100_000, entries > 10, entries < 40]).toEqual([true, true, true]);
  });

  it('a store without memory keeps nothing and serves every read', async () => {
    const none = createSharedReads(NOTHING_STORED);
    for (const _ of [1, 2])
      expect(bodyOf(await ask(none, readOf()))).toMatchObject({
        data: ['content 1'.padEnd(20, '.')],
      });
    expect(none.counts()).toMatchObject({ hits: 0, entries: 0 });
  });
});

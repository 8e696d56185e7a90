import { describe, expect, it } from 'vitest';
import { rewriteModDocument } from '../../../src/modules/catalog/index.js';
import type { ModState } from '../../../src/platform/database/generated/enums.js';
import { bareMod } from '../../publishing.js';
import { type RawAnswer, rawRequest } from '../../raw-http.js';
import { longTest, rounds } from '../../rounds.js';
import { etagOf } from './public-routes.js';
import { get, reads, slug, stock, useStock, world } from './validator-stock.js';

useStock();

const port = () => Number(new URL(world.baseUrl).port);

/** Sends a request as it is; the first time, its address is unknown to the service. */
async function send(
  path: string,
  lines: readonly string[] = [],
  method = 'GET',
): Promise<RawAnswer> {
  const head = [`${method} ${path} HTTP/1.1`, 'Host: x', 'X-Request-Id: mine', 'Connection: close'];
  const [answer] = await rawRequest(port(), `${[...head, ...lines].join('\r\n')}\r\n\r\n`);
  if (!answer) throw new Error(`no response to ${path}`);
  return answer;
}

/** The parts of a response that are the same each time: its cursor and its date are not. */
function lasting({ status, headers, body }: RawAnswer) {
  const { date: _, 'content-length': __, ...others } = headers;
  return { status, headers: others, body: body.replace(/"next_cursor":"[^"]*"/, '') };
}

describe('a public read of a known address', () => {
  it.each([
    ['as it is', []],
    ['with gzip', ['Accept-Encoding: gzip']],
    ['with Brotli', ['Accept-Encoding: br']],
  ])(
    'a repeated read has the status, the headers and the body of the first one, %s',
    async (_name, lines) => {
      for (const { path } of reads) {
        const [first, second] = [await send(`/v1${path}`, lines), await send(`/v1${path}`, lines)];
        expect([path, first.status]).toEqual([path, 200]);
        expect(lasting(second)).toEqual(lasting(first));
      }
    },
  );

  longTest(
    'a short response has the letters of every script, as a caller with a credential gets them',
    async () => {
      const { id } = await bareMod(await world.creator(`script-${slug}`), slug);
      await world.platform.db.mod.update({
        where: { id },
        data: {
          state: 'published',
          title: { en: 'Lantern', ru: 'Фонарь', de: 'Schöne Laterne 🏮' },
        },
      });
      await world.platform.db.$transaction((tx) => rewriteModDocument(tx, id));
      const reader = await world.creator(`reader-${slug}`);
      const { body } = await reader.get(`/mods/${id}`);
      expect(body.data.title.ru).toBe('Фонарь');
      for (const coding of ['identity', 'gzip', 'br']) {
        const shown = await world.anon.get(`/mods/${id}`, { 'Accept-Encoding': coding });
        expect([coding, shown.body]).toEqual([coding, body]);
      }
    },
  );

  it('a repeated read returns 304 as the first one does', async () => {
    for (const { path } of reads) {
      const condition = `If-None-Match: ${etagOf(await get(path))}`;
      const [first, second] = [
        await send(`/v1${path}&first`.replace(/^([^?&]*)&/, '$1?'), [condition]),
        await send(`/v1${path}`, [condition]),
      ];
      expect([path, first.status]).toEqual([path, 304]);
      expect([path, lasting(second)]).toEqual([path, lasting(first)]);
    }
  });

  it('a known address gives a credential, a cookie and another method their own response', async () => {
    const alice = await world.creator(`alice-${slug}`);
    for (const { path } of reads) {
      await get(path);
      const ofCookie = await get(path, { Cookie: 'theme=dark' });
      const ofAlice = await alice.get(path);
      for (const { headers } of [ofCookie, ofAlice]) {
        expect(headers.get('cache-control')).toBe('private, no-store');
      }
      expect((await send(`/v1${path}`, ['Content-Length: 0'], 'DELETE')).status).not.toBe(200);
      expect((await get(path, { Authorization: 'Bearer mpat_wrong' })).status).toBe(401);
    }
  });

  longTest(
    'a known address of a mod that was hidden returns the problem with all headers',
    async () => {
      const path = `/mods/${stock.mod.modId}`;
      await get(path);
      await world.platform.db.mod.update({
        where: { id: stock.mod.modId },
        data: { state: 'hidden', revision: { increment: 1 } },
      });
      const { status, headers } = await get(path);
      expect([status, headers.get('content-type')]).toEqual([
        404,
        'application/problem+json; charset=utf-8',
      ]);
      for (const name of [
        'x-content-type-options',
        'referrer-policy',
        'access-control-allow-origin',
      ]) {
        expect([name, headers.get(name)]).not.toEqual([name, null]);
      }
    },
  );
});

const STATES: readonly ModState[] = ['published', 'archived', 'published', 'hidden'];

/** Gives the mod its next state and a title with the number of the change. */
async function change(nth: number): Promise<void> {
  const { modId } = stock.mod;
  await world.platform.db.$transaction(async (tx) => {
    const state = STATES[nth % STATES.length] ?? 'published';
    const data = { state, title: { en: `Seeded ${nth}` }, revision: { increment: 1 } };
    await tx.mod.update({ where: { id: modId }, data });
    await rewriteModDocument(tx, modId);
  });
}

/** The number of the title that a list shows after a change, or null if it does not list the mod. */
const listedAfter = (nth: number) => (STATES[nth % STATES.length] === 'published' ? nth : null);

describe('responses under load', () => {
  it('no list and no mod is older than its request while the mod is published, archived and hidden', async () => {
    const { modId } = stock.mod;
    let acknowledged = 0;
    let begun = 0;
    let isOver = false;
    await change(0);
    const failures: unknown[] = [];
    const check = (
      path: string,
      since: number,
      shown: number | null,
      may: (nth: number) => unknown,
    ) => {
      for (let nth = since; nth <= begun; nth += 1) if (may(nth) === shown) return;
      failures.push({ path, since, begun, shown });
    };
    const numberIn = (title: string) => Number(title.split(' ')[1]);
    const readers = Array.from({ length: 12 }, async (_, reader) => {
      while (!isOver) {
        const since = acknowledged;
        if (reader % 2 === 0) {
          const { body } = await get(`/mods?game_slug=${slug}`);
          const found = body.data.find(({ id }: { id: string }) => id === modId);
          check('list', since, found ? numberIn(found.title.en) : null, listedAfter);
        } else {
          const { status, body } = await get(`/mods/${modId}`);
          const isHidden = (nth: number) => STATES[nth % STATES.length] === 'hidden';
          const shown = status === 200 ? numberIn(body.data.title.en) : null;
          check('mod', since, shown, (nth) => (isHidden(nth) ? null : nth));
        }
      }
    });
    for (let nth = 1; nth <= rounds(8, 60); nth += 1) {
      begun = nth;
      await change(nth);
      acknowledged = nth;
    }
    isOver = true;
    await Promise.all(readers);
    expect(failures).toEqual([]);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { demoMods } from '../../src/demo/catalog.js';
import { loadDemoIntoService } from '../../src/demo/load-demo-into-service.js';
import { createSystemContext } from '../../src/request/context.js';
import type { Json } from '../actors.js';
import { isOfFew, seedDemoRows } from '../demo-rows.js';
import { useWorld } from '../harness.js';
import { everyNth, isLong, longTest, rounds } from '../rounds.js';
import { codeOf, enrol, newPerson, PASSWORD } from './people.js';
import { newVisitor, type Visitor } from './visitor.js';

const world = useWorld();
/** The mods of the demo that are rows without files, because one page of a kind is enough. */
const rows = isLong ? [] : demoMods.filter((mod) => !isOfFew(mod));

beforeAll(async () => {
  const { platform, baseUrl } = world;
  const urls = { localUrl: baseUrl, publicUrl: platform.publicUrl };
  await seedDemoRows(world, rows);
  await loadDemoIntoService(createSystemContext(platform, 'test'), urls);
  await world.settled();
  const userId = await newPerson(world, 'walker');
  const { teamId } = await platform.db.mod.findFirstOrThrow({ where: { state: 'published' } });
  await platform.db.teamMember.create({ data: { teamId, userId, role: 'owner' } });
});

/** The addresses on this origin that a page names, without the languages of the same page. */
function linksOn(html: string, path: string): string[] {
  const [, base = path] = /<base [^>]*href="([^"]+)"/.exec(html) ?? [];
  const named = [...html.matchAll(/\s(?:href|src)="([^"]+)"/g)].map(([, to = '']) => to);
  return named
    .map((to) => new URL(to.replaceAll('&amp;', '&'), new URL(base, world.baseUrl)))
    .filter(({ origin, searchParams }) => origin === world.baseUrl && !searchParams.has('lang'))
    .map(({ pathname, search }) => `${pathname}${search}`);
}

/** How many addresses of one shape a crawl opens; all in the long tests. */
const OF_ONE_SHAPE = rounds(1, Number.POSITIVE_INFINITY);

/** An address without what differs between pages of one kind: ids, names, and values of a query. */
function shapeOf(path: string): string {
  const { pathname, searchParams } = new URL(path, world.baseUrl);
  const [, area = '', ...rest] = pathname.split('/');
  const isName = (segment: string) =>
    /[0-9A-Z]/.test(segment) || (area !== 'account' && segment.includes('-'));
  const kind = ['games', 'users', 'guides', 'problems', 'media'].includes(area)
    ? [area, rest.length]
    : [area, ...rest.map((segment) => (isName(segment) ? ':name' : segment))];
  return `${kind.join('/')}?${[...new Set(searchParams.keys())].sort().join('&')}`;
}

/** Opens a page and the pages that it leads to. Returns the status of each address. */
async function crawl(visitor: Visitor, start: string): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  const opened = new Map<string, number>();
  const waiting = [start];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const shape = shapeOf(path);
    const count = opened.get(shape) ?? 0;
    if (statuses.has(path) || count >= OF_ONE_SHAPE) continue;
    opened.set(shape, count + 1);
    const { status, headers, html, location } = await visitor.get(path);
    statuses.set(path, status);
    if (location) waiting.push(...linksOn(` href="${location}"`, path));
    else if (headers.get('content-type')?.startsWith('text/html')) {
      waiting.push(...linksOn(html, path));
    }
  }
  return statuses;
}

const broken = (statuses: ReadonlyMap<string, number>) =>
  [...statuses].filter(([, status]) => status >= 400);

/** Every `links` object in a response of the API, however deep. */
function linksIn(body: Json): string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    if (name === 'links') return Object.values(value as Json).map(String);
    return name.endsWith('_url') && typeof value === 'string' ? [value] : linksIn(value);
  });
}

describe('the links of the site', () => {
  it('the links of each kind of page lead somewhere for a visitor without an account', async () => {
    const statuses = await crawl(newVisitor(world), '/');
    expect(broken(statuses)).toEqual([]);
    for (const kind of [/^\/mods\/[\w-]{36}$/, /^\/games\/\w/, /^\/users\/\w/, /^\/guides\/\w/]) {
      expect([...statuses.keys()].filter((path) => kind.test(path)).length).toBeGreaterThanOrEqual(
        Math.min(3, OF_ONE_SHAPE),
      );
    }
  });

  longTest('the links of each kind of account page lead somewhere for a user', async () => {
    const visitor = newVisitor(world);
    await visitor.signIn('walker', PASSWORD);
    const statuses = await crawl(visitor, '/account/security');
    expect(broken(statuses)).toEqual([]);
    expect([...statuses.keys()]).toEqual(
      expect.arrayContaining([
        '/account/sessions',
        '/account/keys',
        '/account/keys/new',
        '/dashboard',
      ]),
    );
  });

  it('the links of each kind of page of staff lead somewhere', async () => {
    await newPerson(world, 'warden');
    const secret = await enrol(world, 'warden');
    await world.platform.db.user.update({ where: { username: 'warden' }, data: { role: 'admin' } });
    const visitor = newVisitor(world);
    await visitor.signIn('warden', PASSWORD);
    await visitor.fill('/account/sign-in/code', { code: codeOf(world, secret) });
    const statuses = await crawl(visitor, '/account/review/applications');
    expect(broken(statuses)).toEqual([]);
    expect([...statuses.keys()]).toContain('/account/security/second-factor');
  });

  it('addresses that the catalog of the API hands out open', async () => {
    const lists = await Promise.all(
      ['/v1/mods?limit=100', '/v1/games'].map(async (path) =>
        (await fetch(`${world.baseUrl}${path}`)).json(),
      ),
    );
    const own = [...new Set(linksIn(lists))].filter((url) => url.startsWith(world.baseUrl));
    expect(own.length).toBeGreaterThan(rounds(10, 30));
    const refused: [string, number][] = [];
    for (const url of everyNth(own, 16)) {
      const { status } = await fetch(url, { headers: { Accept: 'text/html' } });
      if (status >= 400) refused.push([url, status]);
    }
    expect(refused).toEqual([]);
  });
});

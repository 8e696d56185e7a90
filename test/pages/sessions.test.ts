import { beforeAll, describe, expect, it } from 'vitest';
import { useWorld } from '../harness.js';
import { isSignedIn } from './access.js';
import { newPerson, PASSWORD } from './people.js';
import { newVisitor, type Visitor } from './visitor.js';

const PATH = '/account/sessions';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const world = useWorld({}, { jobs: 'when-settled' });

beforeAll(async () => {
  for (const name of ['ann', 'ben', 'cas', 'dot', 'eve', 'fay']) await newPerson(world, name);
});

/** Signs in with a browser of a kind. */
async function signedIn(login: string, userAgent = FIREFOX): Promise<Visitor> {
  const visitor = newVisitor(world);
  const page = '/account/sign-in';
  const fields = { login, password: PASSWORD };
  await visitor.fill(page, fields, { headers: { 'User-Agent': userAgent } });
  return visitor;
}

const idsOn = (html: string) =>
  [...html.matchAll(/name="id" value="([^"]+)"/g)].map(([, id = '']) => id);

describe('the page of sessions', () => {
  it('the page of sessions names each browser and marks the current one', async () => {
    const visitor = await signedIn('ann');
    await signedIn('ann', 'curl/8');
    const { html } = await visitor.get(PATH);
    expect(html).toContain('<span class="name">Firefox, Windows</span>');
    expect(html.match(/This browser/g)).toHaveLength(1);
    expect(idsOn(html)).toHaveLength(1);
  });

  it('the page of sessions shows the times of sign-ins of the same day', async () => {
    const visitor = await signedIn('fay');
    world.clock.advance(61);
    await signedIn('fay');
    const times = [...(await visitor.get(PATH)).html.matchAll(/Signed in: <time[^>]*>([^<]*)</g)];
    expect(times.map(([, time]) => time)).toEqual([
      expect.stringMatching(/\d:\d\d:\d\d.*UTC$/),
      expect.stringMatching(/\d:\d\d:\d\d.*UTC$/),
    ]);
    expect(new Set(times.map(([, time]) => time)).size).toBe(2);
  });

  it('a user signs another browser out, and stays signed in', async () => {
    const [one, other] = [await signedIn('ben'), await signedIn('ben')];
    const [id = ''] = idsOn((await one.get(PATH)).html);
    expect(await one.post(PATH, { id })).toMatchObject({ status: 303, location: PATH });
    expect((await one.get(PATH)).html).toContain('The browser is signed out.');
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([true, false]);
  });

  it('a user cannot end a session of someone else, an ended one, or one with an odd id', async () => {
    const [cas, dot] = [await signedIn('cas'), await signedIn('dot')];
    const { id: foreign } = await world.platform.db.webSession.findFirstOrThrow({
      where: { user: { username: 'dot' } },
    });
    await cas.get(PATH);
    for (const id of [foreign, 'nonsense', '', '018f2f6e-7c1a-7b3c-9d4e-000000000000']) {
      expect([id, (await cas.post(PATH, { id })).status]).toEqual([id, 404]);
    }
    expect(await isSignedIn(dot)).toBe(true);
  });

  it('the time of the last use is written later, and shown at once by the same process', async () => {
    const eve = await signedIn('eve');
    world.clock.advance(3_600);
    const before = world.clock.now().getTime();
    const { html } = await eve.get(PATH);
    const shown = [...html.matchAll(/datetime="([^"]+)"/g)].map(([, at = '']) => Date.parse(at));
    expect(Math.max(...shown)).toBeGreaterThanOrEqual(before);
    await world.platform.lastUses.flush();
    const { lastUsedAt } = await world.platform.db.webSession.findFirstOrThrow({
      where: { user: { username: 'eve' } },
    });
    expect(lastUsedAt?.getTime()).toBeGreaterThanOrEqual(before);
  });

  it('a long User-Agent is stored shortened, and hostile ones are shown as text', async () => {
    const visitor = await signedIn('ann', `<b>${'x'.repeat(2_000)}`);
    expect((await visitor.get(PATH)).html).not.toContain('<b>x');
    const longest = await world.platform.db.webSession.findMany({ select: { userAgent: true } });
    expect(Math.max(...longest.map(({ userAgent }) => userAgent?.length ?? 0))).toBe(300);
  });

  it('a visitor who is not signed in is led to the sign-in page', async () => {
    expect(await newVisitor(world).get(PATH)).toMatchObject({ status: 303 });
  });
});

import { describe, expect, it } from 'vitest';
import { exportKey } from '../../src/modules/identity/exports/account-exports.js';
import { sweepExports, writeExport } from '../../src/modules/identity/index.js';
import { LIMITS } from '../../src/registry/limits.js';
import { useWorld } from '../harness.js';
import { bareMod, newGame } from '../publishing.js';
import { codeOf, enrol, newPerson, PASSWORD } from './people.js';
import { newVisitor, type Visitor } from './visitor.js';

const EXPORT = '/account/export';
const DAY = 24 * 3600;
const world = useWorld({}, { jobs: 'when-settled' });

async function person(username: string): Promise<Visitor & { userId: string }> {
  const userId = await newPerson(world, username, `${username}@example.org`);
  const visitor = newVisitor(world);
  await visitor.signIn(username, PASSWORD);
  return { ...visitor, userId };
}

const linkIn = (html: string) => /href="(\/account\/export\/[\w-]+\/file)"/.exec(html)?.[1] ?? '';
const rowsOf = (userId: string) => world.platform.db.accountExport.findMany({ where: { userId } });

const withPassword = { password: PASSWORD };

/** Requests an export, lets the job write it, and returns the path of its link. */
async function ready(visitor: Visitor): Promise<string> {
  await visitor.fill(EXPORT, withPassword);
  await world.settled();
  return linkIn((await visitor.get(EXPORT)).html);
}

/** Downloads a copy after the proof that its page asks for. */
async function downloaded(visitor: Visitor, path: string) {
  const { status, location, html } = await visitor.get(path);
  const isProven = status === 303;
  const shown = isProven ? html : (await visitor.fill(path, withPassword)).html;
  const url = isProven ? location : /href="([^"]*\/storage\/[^"]*)"/.exec(shown)?.[1];
  const response = await fetch(new URL((url ?? '').replaceAll('&amp;', '&'), world.baseUrl));
  expect(response.headers.get('content-disposition')).toContain('.json');
  const text = await response.text();
  return { text, data: JSON.parse(text) };
}

describe('the page of the own data', () => {
  it('a user requests a copy, gets a mail, and downloads all their data without secrets', async () => {
    await newGame(world, 'brackenvale');
    const userId = await newPerson(world, 'ann', 'ann@example.org');
    const secret = await enrol(world, 'ann');
    const ann = newVisitor(world);
    await ann.signIn('ann', PASSWORD);
    await ann.fill('/account/sign-in/code', { code: codeOf(world, secret) });
    const creator = await world.creator('bob');
    await bareMod(creator, 'brackenvale');
    const { db } = world.platform;
    const mod = await db.mod.findFirstOrThrow({ where: { authorId: creator.userId } });
    const wasBobs = { where: { userId: creator.userId }, data: { userId } };
    await db.mod.update({ where: { id: mod.id }, data: { authorId: userId } });
    await db.teamMember.updateMany(wasBobs);
    await db.credential.updateMany(wasBobs);
    const left = { teamId: mod.teamId, leftAt: new Date(), declined: true };
    await db.formerTeamMember.create({ data: { ...left, userId } });
    const asked = await ann.fill(EXPORT, {});
    expect(asked.location).toBe(EXPORT);
    expect((await ann.get(EXPORT)).html).toContain('We are preparing your copy.');
    await world.settled();
    const mails = await db.mail.findMany({ where: { userId } });
    expect(mails.map(({ template, outcome }) => [template, outcome])).toContainEqual([
      'export_ready',
      'sent',
    ]);
    const { text, data } = await downloaded(ann, linkIn((await ann.get(EXPORT)).html));
    expect(data.account).toMatchObject({ username: 'ann', email: 'ann@example.org' });
    expect(data.mods).toMatchObject([{ id: mod.id, title: { en: 'A mod' } }]);
    expect(data.teams).toMatchObject([{ mod_id: mod.id, role: 'owner' }]);
    expect(data.former_teams).toMatchObject([{ id: mod.teamId, declined: true }]);
    expect(data.keys).toHaveLength(1);
    expect(data.sessions.length).toBeGreaterThan(0);
    expect(data.audit_log).toContainEqual(
      expect.objectContaining({ action: 'session.started', by_you: true }),
    );
    expect(text).not.toContain(secret);
    expect(text).not.toMatch(/hash|scrypt|sealed|totp_secret|bob/);
  });

  it('a copy has more rows than one page, each once', async () => {
    const cas = await person('cas');
    const count = 2 * LIMITS.exportPageRows + 1;
    await world.platform.db.auditEntry.createMany({
      data: Array.from({ length: count }, (_, at) => ({
        action: `test.${at}`,
        actorId: cas.userId,
        targetKind: 'user',
        targetId: cas.userId,
      })),
    });
    const { data } = await downloaded(cas, await ready(cas));
    const actions = data.audit_log.map(({ action }: { action: string }) => action);
    const tests = actions.filter((action: string) => action.startsWith('test.'));
    expect(tests).toHaveLength(count);
    expect(new Set(tests).size).toBe(count);
  });

  it('a form that is sent twice, also at the same time, prepares one copy a day', async () => {
    const dot = await person('dot');
    await dot.get(EXPORT);
    const post = () => dot.post(EXPORT, withPassword);
    await Promise.all([post(), post(), post()]);
    expect(await rowsOf(dot.userId)).toHaveLength(1);
    await world.settled();
    await post();
    expect((await dot.get(EXPORT)).html).toContain('already requested a copy');
    // A Russian moment has the preposition of its time, so none precedes its date.
    const { html } = await dot.get(EXPORT, { 'Accept-Language': 'ru' });
    expect(html).toMatch(/можно будет <time[^>]*>\d+ [а-я]+ \d{4} г\. в [\d:]+ UTC</);
    expect(await rowsOf(dot.userId)).toHaveLength(1);
    await world.platform.db.accountExport.updateMany({
      where: { userId: dot.userId },
      data: { requestedAt: new Date(world.clock.now().getTime() - DAY * 1000 - 1) },
    });
    await dot.fill(EXPORT, withPassword);
    expect(await rowsOf(dot.userId)).toHaveLength(2);
  });

  it('a copy is neither requested nor downloaded with a wrong password', async () => {
    const ian = await person('ian');
    const wrong = { password: 'not-the-password' };
    const refused = await ian.fill(EXPORT, wrong);
    expect([refused.status, await rowsOf(ian.userId)]).toEqual([422, []]);
    expect(refused.html).toContain('This is not your password.');
    const path = await ready(ian);
    const shown = await ian.get(path);
    expect([shown.status, shown.html]).toEqual([200, expect.not.stringContaining('/storage/')]);
    const kept = await ian.fill(path, wrong);
    expect([kept.status, kept.html]).toEqual([422, expect.not.stringContaining('/storage/')]);
    expect((await ian.fill(path, withPassword)).html).toContain('works for five minutes');
  });

  it("another user's copy, an unfinished one and an unknown one are not found", async () => {
    const [eve, fay] = [await person('eve'), await person('fay')];
    const path = await ready(eve);
    expect((await fay.get(path)).status).toBe(404);
    expect((await newVisitor(world).get(path)).location).toContain('/account/sign-in');
    await fay.fill(EXPORT, withPassword);
    const [waiting] = await rowsOf(fay.userId);
    expect((await fay.get(`${EXPORT}/${waiting?.id}/file`)).status).toBe(404);
    expect((await fay.get(`${EXPORT}/x/file`)).status).toBe(404);
  });

  it('a copy ends after seven days, and the sweep removes its object and row', async () => {
    const gil = await person('gil');
    const path = await ready(gil);
    const [row] = await rowsOf(gil.userId);
    const ended = new Date(world.clock.now().getTime() - 1);
    expect(row?.expiresAt.getTime()).toBe((row?.requestedAt.getTime() ?? 0) + 7 * DAY * 1000);
    await world.platform.db.accountExport.updateMany({
      where: { userId: gil.userId },
      data: { expiresAt: ended },
    });
    expect((await gil.get(path)).status).toBe(410);
    await sweepExports(world.platform);
    expect(await world.platform.storage.head(exportKey(row?.id ?? ''))).toBeNull();
    expect(await rowsOf(gil.userId)).toEqual([]);
  });

  it('a run after a crash uses the complete object, and a run after the end removes it', async () => {
    const hal = await person('hal');
    await hal.fill(EXPORT, withPassword);
    const [row] = await rowsOf(hal.userId);
    const id = row?.id ?? '';
    const { storage, db } = world.platform;
    const { signal } = new AbortController();
    async function* crashed() {
      yield Buffer.from('{"from":"the first run"}');
    }
    await storage.put(exportKey(id), crashed(), 'application/json');
    await writeExport(world.platform, id, signal);
    const { data } = await downloaded(hal, linkIn((await hal.get(EXPORT)).html));
    expect(data).toEqual({ from: 'the first run' });
    await writeExport(world.platform, id, signal);
    expect(await storage.head(exportKey(id))).not.toBeNull();
    await db.accountExport.deleteMany({ where: { id } });
    await writeExport(world.platform, id, signal);
    expect(await storage.head(exportKey(id))).toBeNull();
    await world.settled();
  });
});

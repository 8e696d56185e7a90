import { beforeAll, describe, expect, it } from 'vitest';
import { startSession } from '../../src/modules/identity/index.js';
import { GITHUB_ISSUER } from '../../src/registry/ci-issuers.js';
import { LIMITS } from '../../src/registry/limits.js';
import { createSystemContext } from '../../src/request/context.js';
import type { Creator } from '../actors.js';
import { useWorld } from '../harness.js';
import { bareMod, newGame } from '../publishing.js';
import { longTest } from '../rounds.js';
import { addOwner, trust } from '../trusted-publishing.js';
import { newVisitor, type Visitor } from './visitor.js';

const PUBLISHERS = '/account/publishers';
const FIELDS = { issuer: GITHUB_ISSUER, repository: 'ada/lanterns', workflow: 'release.yml' };
const world = useWorld({}, { jobs: 'when-settled' });

beforeAll(async () => {
  await newGame(world, 'lamplight');
});

/** An owner of a new mod in a browser, with a recent second factor unless told otherwise. */
async function owner(username: string, { isSteppedUp = true } = {}) {
  const creator = await world.creator(username);
  const mod = await bareMod(creator, 'lamplight');
  const visitor = await browserOf(creator, username, isSteppedUp);
  return { creator, visitor, modId: String(mod.id), path: `${PUBLISHERS}/${mod.id}` };
}

/** A browser with a session, whose second factor is recent or missing. */
async function browserOf({ userId }: Creator, username: string, aal2: boolean): Promise<Visitor> {
  const email = `${username}@example.org`;
  await world.platform.db.user.update({ where: { id: userId }, data: { email } });
  const visitor = newVisitor(world);
  const ctx = createSystemContext(world.platform, 'test');
  visitor.cookies.set('modport_session', (await startSession(ctx, { userId, aal2 })).token);
  return visitor;
}

/** Makes a user a maintainer of new mods of another creator. */
async function joinOthers({ userId }: Creator, count: number): Promise<void> {
  const { db } = world.platform;
  const other = await world.creator('other');
  for (let n = 0; n < count; n += 1) await bareMod(other, 'lamplight');
  const mods = await db.mod.findMany({
    where: { team: { members: { some: { userId: other.userId } } } },
  });
  const data = mods.map(({ teamId }) => ({ teamId, userId, role: 'maintainer' as const }));
  await db.teamMember.createMany({ data });
}

const add = (visitor: Visitor, path: string, fields: Record<string, string> = {}) =>
  visitor.fill(`${path}/new`, { ...FIELDS, ...fields });
const removalsOn = (html: string) =>
  [...html.matchAll(/href="(\/account\/publishers\/[\w/-]+\/remove)"/g)].map(([, to = '']) => to);
const mailsOf = ({ userId }: Creator) =>
  world.platform.db.mail.findMany({
    where: { userId, template: 'trusted_publisher_changed' },
    orderBy: { id: 'asc' },
  });

describe('the pages of trusted publishers', () => {
  it('an owner adds a workflow, sees it in the list, and removes it', async () => {
    const { visitor, modId, path } = await owner('ann');
    expect((await visitor.get(PUBLISHERS)).html).toContain(`href="${path}"`);
    const empty = await visitor.get(path);
    expect(empty.html).toContain('No workflow can publish versions of this mod.');
    const fields = { environment: 'release', ref: 'refs/tags/v*', repositoryId: '4711' };
    expect(await add(visitor, path, fields)).toMatchObject({ status: 303, location: path });
    const { html } = await visitor.get(path);
    expect(html).toContain('The workflow can now publish versions.');
    for (const text of ['ada/lanterns', 'release.yml', 'GitHub Actions', 'refs/tags/v*', '4711']) {
      expect(html).toContain(text);
    }
    const [removal = ''] = removalsOn(html);
    expect(await visitor.fill(removal, {})).toMatchObject({ status: 303, location: path });
    expect((await visitor.get(path)).html).toContain('The workflow can no longer publish');
    const rows = await world.platform.db.trustedPublisher.findMany({ where: { modId } });
    expect(rows).toMatchObject([
      { repository: 'ada/lanterns', environment: 'release', removedAt: expect.any(Date) },
    ]);
  });

  it('a change needs a recent second factor, and leads there and back', async () => {
    const { visitor, creator, modId, path } = await owner('ben', { isSteppedUp: false });
    const asked = await visitor.get(`${path}/new`);
    expect(asked).toMatchObject({ status: 303 });
    expect(asked.location).toBe(`/account/step-up?next=${encodeURIComponent(`${path}/new`)}`);
    // A form that was sent without the page keeps its input.
    await visitor.get('/account/keys/new');
    const refused = await visitor.post(`${path}/new`, FIELDS);
    expect(refused.status).toBe(403);
    expect(refused.html).toContain('value="ada/lanterns"');
    await visitor.get('/account/keys/new');
    const { id } = await trust(creator, modId, FIELDS);
    expect((await visitor.post(`${path}/${id}/remove`, {})).status).toBe(403);
    expect(removalsOn((await visitor.get(path)).html)).toHaveLength(1);
  });

  longTest('a form that is sent twice adds one workflow', async () => {
    const { visitor, path } = await owner('cas');
    await add(visitor, path);
    const again = await add(visitor, path);
    expect(again.status).toBe(409);
    expect(again.html).toContain('already has a trusted publisher with this issuer');
    expect(removalsOn((await visitor.get(path)).html)).toHaveLength(1);
  });

  it('a workflow of GitHub whose environment differs only in its case is refused', async () => {
    const { visitor, path } = await owner('cay');
    await add(visitor, path, { environment: 'Release' });
    expect(await add(visitor, path, { environment: 'release' })).toMatchObject({ status: 409 });
    expect(await add(visitor, path, { environment: 'beta' })).toMatchObject({ status: 303 });
  });

  it.each([
    ['a repository without an owner', { repository: 'lanterns' }, 'looks like owner/name'],
    ['a workflow in a folder', { workflow: 'ci/release.yml' }, 'Name a file that ends with .yml'],
    ['a script as its workflow', { workflow: 'release.sh' }, 'Name a file that ends with .yml'],
    ['a short ref', { ref: 'main' }, 'Begin with refs/heads/ or refs/tags/.'],
    ['a star inside of the ref', { ref: 'refs/*/main' }, 'Begin with refs/heads/ or refs/tags/.'],
    ['an id of letters', { repositoryId: 'x' }, 'An id consists of up to 20 digits.'],
    ['an unknown issuer', { issuer: 'https://issuer.example' }, 'Choose one of the CI services.'],
    ['an invisible environment', { environment: 'a\u202eb' }, 'without invisible characters'],
  ])(
    'a form with %s is shown again with its input and adds nothing',
    async (what, fields, text) => {
      const { visitor, path } = await owner(what.replaceAll(' ', '-'));
      const sent = { ...FIELDS, ...fields };
      const { status, html } = await add(visitor, path, sent);
      expect(status).toBe(400);
      expect(html).toContain(text);
      expect(html).toContain(`value="${sent.workflow}"`);
      expect(removalsOn((await visitor.get(path)).html)).toEqual([]);
    },
  );

  it('a maintainer and a stranger neither see nor change the publishers of a mod', async () => {
    const { creator, visitor, modId, path } = await owner('dot');
    await add(visitor, path);
    const [removal = ''] = removalsOn((await visitor.get(path)).html);
    const maintainer = await world.creator('eve');
    const member = `/mods/${modId}/team-members/${maintainer.userId}`;
    const put = await creator.request('PUT', member, { body: { role: 'maintainer' } });
    expect(put.status).toBe(200);
    const others = [
      [await browserOf(maintainer, 'eve', true), 403],
      [await browserOf(await world.creator('fay'), 'fay', true), 404],
    ] as const;
    for (const [other, status] of others) {
      expect((await other.get(PUBLISHERS)).html).not.toContain(path);
      for (const at of [path, `${path}/new`, removal]) {
        expect((await other.get(at)).status).toBe(status);
      }
      await other.get('/account/keys/new');
      expect((await other.post(`${path}/new`, FIELDS)).status).toBe(status);
      expect((await other.post(removal, {})).status).toBe(status);
    }
    expect(removalsOn((await visitor.get(path)).html)).toEqual([removal]);
  });

  longTest(
    'an owner of a mod behind a page of mods of others finds it on the next page',
    async () => {
      const { visitor, creator, path } = await owner('ned');
      await joinOthers(creator, 50);
      const { html } = await visitor.get(PUBLISHERS);
      expect(html).not.toContain('You do not own a mod yet');
      expect(html).toContain('You do not own any mod on this page');
      const [, next = ''] = /href="([^"]*cursor=[^"]*)"/.exec(html) ?? [];
      expect((await visitor.get(next.replaceAll('&amp;', '&'))).html).toContain(`href="${path}"`);
      const stranger = await browserOf(await world.creator('pia'), 'pia', false);
      expect((await stranger.get(PUBLISHERS)).html).toContain('You do not own a mod yet');
    },
  );

  it('a visitor without a session is led to the sign-in and back', async () => {
    const { path } = await owner('gil');
    for (const at of [PUBLISHERS, path, `${path}/new`]) {
      const { location } = await newVisitor(world).get(at);
      expect(location).toBe(`/account/sign-in?next=${encodeURIComponent(at)}`);
    }
  });

  it('a publisher whose owner left the team is shown as not working', async () => {
    const { creator, visitor, modId, path } = await owner('hal');
    const second = await world.creator('ivy');
    await addOwner(world, modId, second);
    await add(visitor, path);
    const remaining = await browserOf(second, 'ivy', true);
    await world.platform.db.teamMember.deleteMany({ where: { userId: creator.userId } });
    const { html } = await remaining.get(path);
    expect(html).toContain('does not work');
    expect(html).toContain('no longer owns the mod');
  });

  it.each([
    ['de', 'Vertrauenswürdige Herausgeber', 'Workflow hinzufügen'],
    ['ru', 'Доверенные издатели', 'Добавить рабочий процесс'],
  ])('the pages exist in the language %s', async (language, title, action) => {
    const { visitor, path } = await owner(`lang-${language}`);
    for (const at of [PUBLISHERS, path, `${path}/new`]) {
      expect((await visitor.get(`${at}?lang=${language}`)).html).toContain(title.slice(0, 8));
    }
    expect((await visitor.get(`${path}?lang=${language}`)).html).toContain(action);
  });
});

describe('the mails about trusted publishers', () => {
  it('every owner gets a mail when a workflow is added and when it is removed', async () => {
    const { creator, visitor, modId, path } = await owner('jan');
    const second = await world.creator('kay');
    await addOwner(world, modId, second);
    await browserOf(second, 'kay', false);
    await add(visitor, path);
    world.clock.advance(LIMITS.teamMailDelaySeconds);
    await world.settled();
    const added = { change: 'added', actor: 'jan', modId, standing: 'unpublished' };
    const publisher = 'ada/lanterns, release.yml, token.actions.githubusercontent.com';
    for (const each of [creator, second]) {
      expect(await mailsOf(each)).toMatchObject([
        { outcome: 'sent', params: { ...added, publisher } },
      ]);
    }
    const [removal = ''] = removalsOn((await visitor.get(path)).html);
    await visitor.fill(removal, {});
    world.clock.advance(LIMITS.teamMailWindowSeconds);
    await world.settled();
    expect(await mailsOf(second)).toMatchObject([
      { params: { change: 'added' } },
      { outcome: 'sent', params: { change: 'removed', publisher } },
    ]);
  });

  it('a mail about one workflow does not replace the mail about another', async () => {
    const { creator, visitor, path } = await owner('lea');
    await add(visitor, path);
    await add(visitor, path, { repository: 'ada/harmless' });
    const mails = await mailsOf(creator);
    expect(mails.map(({ params }) => Object(params).publisher)).toEqual([
      expect.stringContaining('ada/lanterns'),
      expect.stringContaining('ada/harmless'),
    ]);
  });

  it('a refused change writes no mail', async () => {
    const { creator, visitor, path } = await owner('mia');
    await add(visitor, path, { workflow: 'release.sh' });
    expect(await mailsOf(creator)).toEqual([]);
  });
});

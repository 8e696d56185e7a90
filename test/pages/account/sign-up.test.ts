import { describe, expect, it } from 'vitest';
import { createToken, createUser } from '../../../src/modules/identity/index.js';
import { parseScopes } from '../../../src/registry/scopes.js';
import { createSystemContext } from '../../../src/request/context.js';
import { CREATOR_SCOPES, withSecret } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { draftMod, newGame, readyVersion } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import { newPerson } from '../people.js';
import { newVisitor } from '../visitor.js';
import { CHOSEN, linksIn, linkTo, mailsTo, signUp } from './mailbox.js';

const PROXIED = { TRUST_PROXY: '1' };
const world = useWorld(PROXIED, { jobs: 'when-settled' });
const closed = useWorld({ SIGN_UP: 'closed' }, { jobs: 'when-settled' });
const operator = () => createSystemContext(world.platform, 'test');
const DONE = { status: 303, location: '/account/sign-up' };

/** The error next to a field. */
const faultOf = (html: string, field: string) =>
  new RegExp(`id="${field}-fault">([^<]*)<`).exec(html)?.[1] ?? null;

const userNamed = (username: string) => world.platform.db.user.findUnique({ where: { username } });

describe('sign-up', () => {
  it('a visitor signs up, signs in by name, verifies the address, and then signs in by address', async () => {
    const visitor = newVisitor(world);
    await visitor.get('/account/sign-in?lang=de');
    expect(await signUp(visitor, 'ann')).toMatchObject(DONE);
    const told = await visitor.get('/account/sign-up');
    expect(told.html).toContain('Sehen Sie in Ihr Postfach');
    expect(visitor.cookies.has('modport_session')).toBe(false);
    await visitor.signIn('ann', CHOSEN);
    expect((await visitor.get('/account/security')).html).toContain('Nicht bestätigt');
    const byAddress = { login: 'ann@example.org', password: CHOSEN };
    const early = await newVisitor(world).fill('/account/sign-in', byAddress);
    expect(early.status).toBe(422);
    const [mail] = await mailsTo(world, 'ann@example.org');
    expect(mail?.text).toContain('Ihres Kontos ann');
    expect(mail?.html).toContain('/account/verify-email?token=');
    const link = await linkTo(world, 'ann@example.org');
    expect(await visitor.fill(link, {})).toMatchObject({ location: '/account/security' });
    expect((await visitor.get('/account/security')).html).toContain('ist bestätigt');
    await newVisitor(world).signIn('Ann@Example.org', CHOSEN);
  });

  it('sign-up links lead from the sign-in page and the masthead, with the way back', async () => {
    const page = await newVisitor(world).get('/account/sign-in?next=%2Fmods');
    expect(page.html).toContain('href="/account/sign-up?next=%2Fmods"');
    const { html } = await newVisitor(world).get('/account/sign-up?next=%2Fmods');
    expect(html).toContain('href="/account/sign-in?next=%2Fmods"');
  });

  it('sign-up responds the same for an address with an account, and tells only its owner', async () => {
    await newPerson(world, 'owner-of-it', 'owned@example.org');
    const pages = [];
    for (const [username, email] of [
      ['bea', 'fresh@example.org'],
      ['cid', ' Owned@Example.ORG'],
    ] as const) {
      const visitor = newVisitor(world);
      const sent = await signUp(visitor, username, { email });
      const { html } = await visitor.get('/account/sign-up');
      pages.push([sent.status, sent.location, sent.html, html]);
      await visitor.signIn(username, CHOSEN);
    }
    expect(pages[0]).toEqual(pages[1]);
    const mails = await mailsTo(world, 'owned@example.org');
    expect(mails.map(({ subject }) => subject)).toEqual(['You already have an account']);
    expect(mails.flatMap(linksIn)).toEqual([]);
    expect(await userNamed('cid')).toMatchObject({ email: null });
  });

  it('sign-up sends the same statements for an address with an account', async () => {
    await newPerson(world, 'has-address', 'taken@example.org');
    const statementsOf = async (username: string, email: string) => {
      const visitor = newVisitor(world);
      await visitor.get('/account/sign-up');
      return world.statements(() =>
        visitor.post('/account/sign-up', { username, email, password: CHOSEN }),
      );
    };
    const known = await statementsOf('dan', 'taken@example.org');
    const unknown = await statementsOf('dee', 'unknown@example.org');
    expect(known.length).toBeGreaterThan(3);
    expect(known).toEqual(unknown);
  });

  longTest(
    'exactly one of several concurrent sign-ups for a username or its imitations succeeds',
    async () => {
      const names = ['Mallory', 'Mallory', 'MALLORY', 'ma11ory', 'mal-lory'];
      const visitors = names.map(() => newVisitor(world));
      await Promise.all(visitors.map((visitor) => visitor.get('/account/sign-up')));
      const results = await Promise.all(
        visitors.map((visitor, at) =>
          visitor.post('/account/sign-up', {
            username: names[at] ?? '',
            email: `race${at}@example.org`,
            password: CHOSEN,
          }),
        ),
      );
      expect(results.map(({ status }) => status).toSorted()).toEqual([303, 422, 422, 422, 422]);
      const lost = results.find(({ status }) => status === 422);
      expect(faultOf(lost?.html ?? '', 'username')).toContain('This name is taken');
    },
  );
});

describe('usernames of a sign-up', () => {
  it.each([
    ['the same name', 'Willow_Rook'],
    ['another case', 'willow_rook'],
    ['other separators', 'willow-rook'],
    ['no separator', 'WillowRook'],
    ['a digit for l', 'wi1low_rook'],
    ['a capital I for l', 'wiIIow_rook'],
    ['a zero for o', 'will0w_r0ok'],
    ['two v for w', 'vvillow_rook'],
  ])('a username that imitates another one by %s is taken', async (_, username) => {
    if (!(await userNamed('Willow_Rook'))) await newPerson(world, 'Willow_Rook');
    const answer = await signUp(newVisitor(world), username, { email: 'imitator@example.org' });
    expect(answer.status).toBe(422);
    expect(faultOf(answer.html, 'username')).toContain('taken or too similar');
  });

  it.each([
    ['a Cyrillic letter', 'willоw'],
    ['a Greek letter', 'willοw'],
    ['a direction override', 'wil\u202Elow'],
    ['a zero-width character', 'wil\u200Blow'],
    ['a space', 'wil low'],
    ['a slash', 'wil/low'],
    ['a hyphen at its end', 'willow-'],
    ['forty characters', 'w'.repeat(40)],
    ['the form of an id', '019a8b1c-7c1e-7000-8000-0123456789ab'],
  ])('a username with %s is refused', async (_, username) => {
    const answer = await signUp(newVisitor(world), username, { email: 'odd@example.org' });
    expect(answer.status).toBe(422);
    expect(faultOf(answer.html, 'username')).toContain('Use 1 to 39 letters');
  });

  it.each(['admin', 'Root', 'supp0rt', 'm0derator', 'modport', 'modport-team', 'a-p-i', 'wvvw'])(
    'the reserved name %s is refused, and operators may create it',
    async (username) => {
      const answer = await signUp(newVisitor(world), username, { email: 'odd@example.org' });
      expect(answer.status).toBe(422);
      expect(faultOf(answer.html, 'username')).toContain('taken');
      await expect(createUser(operator(), { username })).resolves.toMatch(/-/);
    },
  );

  it('operators create accounts with names that look alike, and sign-up still refuses both', async () => {
    await createUser(operator(), { username: 'twin-one' });
    await createUser(operator(), { username: 'Twin_One' });
    for (const username of ['twin-one', 'Twin_One', 'twinone']) {
      const answer = await signUp(newVisitor(world), username, { email: 'twin@example.org' });
      expect(answer.status).toBe(422);
    }
  });

  longTest('the username of a deleted account stays taken', async () => {
    const id = await newPerson(world, 'departed');
    await world.platform.db.user.update({ where: { id }, data: { state: 'deleted' } });
    for (const username of ['departed', 'Departed']) {
      const answer = await signUp(newVisitor(world), username, { email: 'heir@example.org' });
      expect(faultOf(answer.html, 'username')).toContain('taken');
    }
  });
});

describe('fields of a sign-up', () => {
  it.each([
    ['short', 'seven77', 'must have 8 to 200'],
    ['one emoji', '🦊🦊🦊🦊', 'must have 8 to 200'],
    ['common', 'Password123', 'easy to guess'],
    ['common in wide letters', 'ｐａｓｓｗｏｒｄ１２３', 'easy to guess'],
    ['with the username', 'my PicKy name', 'must not contain'],
  ])('a password that is %s is refused and never shown again', async (_, password, text) => {
    const answer = await signUp(newVisitor(world), 'picky', { password });
    expect(answer.status).toBe(422);
    expect(faultOf(answer.html, 'password')).toContain(text);
    expect(answer.html).not.toContain(password);
    expect(await userNamed('picky')).toBeNull();
  });

  it.each(['', 'nobody', 'a@b', 'a b@example.org', 'a@example.org\r\nBcc: b@example.org'])(
    'the address %j is refused',
    async (email) => {
      const answer = await signUp(newVisitor(world), 'addressed', { email });
      expect(answer.status).toBe(422);
      expect(faultOf(answer.html, 'email')).toContain('valid e-mail address');
    },
  );
});

describe('SIGN_UP=closed', () => {
  it('a closed sign-up says so, refuses the form with 403, and nothing links to it', async () => {
    const visitor = newVisitor(closed);
    const page = await visitor.get('/account/sign-up');
    expect([page.status, page.html]).toEqual([200, expect.stringContaining('Sign-up is closed')]);
    const signIn = await visitor.get('/account/sign-in');
    expect(signIn.html).not.toContain('/account/sign-up');
    const fields = { username: 'late', email: 'late@example.org', password: CHOSEN };
    expect((await visitor.post('/account/sign-up', fields)).status).toBe(403);
    expect(await closed.platform.db.user.count()).toBe(0);
    await expect(
      createUser(createSystemContext(closed.platform, 'test'), { username: 'by-operator' }),
    ).resolves.toMatch(/-/);
  });
});

describe('an account with an unverified address', () => {
  it('an account publishes only after it has verified the address of its sign-up', async () => {
    await newGame(world, 'verified-game');
    const visitor = newVisitor(world);
    await signUp(visitor, 'publisher');
    const userId = (await userNamed('publisher'))?.id ?? '';
    const { secret } = await createToken(operator(), {
      userId,
      name: 'test',
      modIds: null,
      lifetimeSeconds: null,
      aal2: true,
      scopes: parseScopes(CREATOR_SCOPES),
    });
    const creator = withSecret(world.baseUrl, secret);
    const mod = await draftMod(creator, 'verified-game');
    const { versionId } = await readyVersion(world, creator, mod.id, { version: '1.0.0' });
    const publish = () => creator.post(`/mods/${mod.id}/versions/${versionId}/publish`, {});
    const refused = await publish();
    expect([refused.status, refused.body.code]).toEqual([403, 'account_blocked']);
    expect(refused.body.detail).toContain('Verify your e-mail address');
    await visitor.fill(await linkTo(world, 'publisher@example.org'), {});
    expect((await publish()).status).toBe(200);
  });
});

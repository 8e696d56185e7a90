import * as client from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  confirmTotp,
  createToken,
  recordApproval,
  revokeAppGrants,
  startSession,
  verifySession,
} from '../../src/modules/identity/index.js';
import { createContext, createSystemContext } from '../../src/request/context.js';
import { etagOf } from '../../src/request/etag.js';
import { type Actor, type Creator, withSecret } from '../actors.js';
import { signIn } from '../graphql/signed-in.js';
import { useWorld } from '../harness.js';
import { meanwhile, untilSomebodyWaits, whileHeld } from '../locks.js';
import { type Application, newApplication } from '../oauth/applications.js';
import { newBrowser } from '../oauth/browser.js';
import { authorize, begin } from '../oauth/code-flow.js';
import { subscribed } from '../webhooks.js';
import { codeOf, enrol, newPerson, PASSWORD } from './people.js';
import { newVisitor, type Visitor } from './visitor.js';

const SESSION = 'modport_session';
const PATH = '/account/security/password';
const NEW = 'a fresh password';
const SCOPES = ['account:read', 'webhooks:read', 'webhooks:write'] as const;
const world = useWorld({ WEBHOOK_TARGETS: 'any' }, { jobs: 'when-settled' });
const system = () => createSystemContext(world.platform, 'test');
let app: Application;
let developer: Creator;

beforeAll(async () => {
  developer = await world.creator('developer');
  app = await newApplication(world, developer.userId, { scopes: ['account:read'] });
});

/** A person with one of everything that a password change may end. */
interface Person {
  readonly userId: string;
  readonly visitor: Visitor;
  readonly other: Visitor;
  readonly token: Actor;
  readonly accountKeyId: string;
  readonly subscriptionId: string;
  readonly refresh: () => Promise<unknown>;
  readonly accessToken: string;
}

async function personWithAll(username: string): Promise<Person> {
  const userId = await newPerson(world, username, `${username}@example.org`);
  const [visitor, other] = [newVisitor(world), newVisitor(world)];
  await visitor.signIn(username, PASSWORD);
  await other.signIn(username, PASSWORD);
  const made = await createToken(system(), {
    ...{ userId, name: 'test', scopes: SCOPES, modIds: null, lifetimeSeconds: null, aal2: false },
  });
  const token = withSecret(world.baseUrl, made.secret);
  const { id } = await subscribed(token, 'https://hooks.invalid/', ['token.changed']);
  const session = await signIn(world, userId);
  const key = await session.run('mutation { openAccountKey { id } }');
  const browser = newBrowser(world.platform, world.baseUrl);
  await browser.signIn(userId);
  const { tokens, config } = await authorize(app, browser, { scope: 'account:read' });
  return {
    ...{ userId, visitor, other, token, subscriptionId: id },
    accountKeyId: key.openAccountKey.id,
    refresh: () => client.refreshTokenGrant(config, tokens.refresh_token ?? ''),
    accessToken: tokens.access_token,
  };
}

const change = (visitor: Visitor, more: Record<string, string> = {}) =>
  visitor.fill(PATH, { old: PASSWORD, new: NEW, repeated: NEW, ...more });
const isSignedIn = async (visitor: Visitor) =>
  (await visitor.get('/account/security')).status === 200;
const statusWith = async (bearer: string | null) =>
  (await world.anon.get('/me', { Authorization: `Bearer ${bearer}` })).status;
const subscriptionOf = ({ subscriptionId: id }: Person) =>
  world.platform.db.webhookSubscription.findUniqueOrThrow({
    where: { id },
    select: { state: true, disabledReason: true },
  });
const accountKeyEnd = async ({ accountKeyId: id }: Person) =>
  (await world.platform.db.credential.findUniqueOrThrow({ where: { id } })).revokedAt;

/** Whether each kind of access of a person still works. */
async function access(person: Person) {
  return {
    sessions: await isSignedIn(person.other),
    tokens: (await statusWith(person.token.token)) === 200,
    applications: (await statusWith(person.accessToken)) === 200,
  };
}

describe('a password change', () => {
  it('a password change ends other sessions, tokens, keys, grants and webhooks by default', async () => {
    const bob = await personWithAll('bob');
    expect(await access(bob)).toEqual({ sessions: true, tokens: true, applications: true });
    const page = await bob.visitor.get(PATH);
    expect(page.html.match(/type="checkbox"[^>]* checked/g)).toHaveLength(3);
    expect(await change(bob.visitor)).toMatchObject({ status: 303, location: '/account/security' });
    expect(await access(bob)).toEqual({ sessions: false, tokens: false, applications: false });
    await expect(bob.refresh()).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await accountKeyEnd(bob)).not.toBeNull();
    expect(await subscriptionOf(bob)).toEqual({
      ...{ state: 'disabled', disabledReason: 'credential_ended' },
    });
  });

  it('a checked box ends its kind of access even if the form offered to keep it', async () => {
    const ada = await personWithAll('ada');
    const offered = 'sessions tokens applications';
    expect(await change(ada.visitor, { offered, end: 'tokens' })).toMatchObject({ status: 303 });
    expect(await access(ada)).toEqual({ sessions: true, tokens: false, applications: true });
  });

  it('the present browser stays signed in under a new session token', async () => {
    const cleo = await personWithAll('cleo');
    const before = cleo.visitor.cookies.get(SESSION) ?? '';
    await change(cleo.visitor);
    const after = cleo.visitor.cookies.get(SESSION) ?? '';
    expect(after).not.toBe(before);
    expect(await verifySession(world.platform, before)).toBeNull();
    expect(await verifySession(world.platform, after)).toMatchObject({ userId: cleo.userId });
    expect(await isSignedIn(cleo.visitor)).toBe(true);
  });

  it.each(['sessions', 'tokens', 'applications'])(
    'a password change keeps %s if asked to',
    async (kept) => {
      const person = await personWithAll(`keeps-${kept}`);
      await change(person.visitor, { offered: kept });
      const ended = { sessions: false, tokens: false, applications: false };
      expect(await access(person)).toEqual({ ...ended, [kept]: true });
    },
  );

  it('a password change leaves an audit line, an event and a mail in the language of the user', async () => {
    const { userId, visitor } = await personWithAll('dora');
    const { db } = world.platform;
    await db.user.update({ where: { id: userId }, data: { locale: 'de' } });
    await change(visitor, { offered: 'tokens' });
    const said = { sessions: 'ended', tokens: 'kept', applications: 'ended' };
    const line = { action: 'user.password_changed', targetId: userId };
    expect(await db.auditEntry.findFirst({ where: line })).toMatchObject({ data: said });
    const events = await db.outboxEvent.findMany({
      where: { userId, kind: 'account.access.changed' },
      orderBy: { id: 'desc' },
    });
    expect(events[0]?.data).toMatchObject({ categories: ['account', 'applications'] });
    const mails = await db.mail.findMany({ where: { userId } });
    expect(mails).toMatchObject([{ template: 'password_changed', params: said }]);
    expect(JSON.stringify(mails)).not.toMatch(/mpat_|fresh/);
  });

  it('a password change ends authorizations that the user signed in for and did not finish', async () => {
    await newPerson(world, 'olga');
    const [visitor, thief] = [newVisitor(world), newVisitor(world)];
    await visitor.signIn('olga', PASSWORD);
    const follow = (url: string | URL | null) => {
      const { pathname, search } = new URL(url ?? '', world.baseUrl);
      return thief.get(pathname + search);
    };
    const asked = await follow((await begin(app, { scope: 'account:read' })).url);
    await thief.signIn('olga', PASSWORD);
    const signedIn = await follow(asked.location);
    expect([asked.status, signedIn.status]).toEqual([303, 303]);
    expect(await change(visitor)).toMatchObject({ status: 303 });
    expect(await follow(signedIn.location)).toMatchObject({ status: 400, location: null });
  });

  it('a wrong old password changes nothing and ends nothing', async () => {
    const person = await personWithAll('erin');
    const wrong = { old: 'not the password', new: NEW, repeated: NEW, offered: 'tokens' };
    const answer = await person.visitor.fill(PATH, wrong);
    expect(answer.status).toBe(422);
    expect(answer.html.match(/type="checkbox"[^>]* checked/g)).toHaveLength(2);
    expect(await access(person)).toEqual({ sessions: true, tokens: true, applications: true });
    expect(await world.platform.db.mail.count({ where: { userId: person.userId } })).toBe(0);
  });
});

describe('a race with a password change', () => {
  /** Begins a change of the password, then other work, while the account is held; ends both. */
  async function racing<T>(
    { userId, visitor }: Pick<Person, 'userId' | 'visitor'>,
    other: () => Promise<T>,
  ) {
    const { db } = world.platform;
    const begun = await whileHeld(world, ['users', userId], async () => {
      const changing = change(visitor);
      await untilSomebodyWaits(db, 1);
      const racer = other().then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );
      await untilSomebodyWaits(db, 2);
      return { changing, racer };
    });
    expect(await begun.changing).toMatchObject({ status: 303 });
    return begun.racer;
  }

  async function withSession(username: string) {
    const userId = await newPerson(world, username);
    const visitor = newVisitor(world);
    await visitor.signIn(username, PASSWORD);
    const { token } = await startSession(system(), { userId, aal2: true });
    const viewer = await verifySession(world.platform, token);
    if (!viewer) throw new Error('the session was just made');
    const ctx = createContext(world.platform, system().request, viewer);
    return { userId, visitor, ctx };
  }

  const refused = { error: { code: 'unauthorized' } };

  it('a sign-in with the old password leaves no session', async () => {
    const person = await withSession('frank');
    const late = newVisitor(world);
    await late.get('/account/sign-in');
    const result = await racing(person, () =>
      late.post('/account/sign-in', { login: 'frank', password: PASSWORD }),
    );
    expect(result).toMatchObject({ value: { status: 303 } });
    expect(late.cookies.has(SESSION)).toBe(false);
    const where = { userId: person.userId, revokedAt: null };
    expect(await world.platform.db.webSession.count({ where })).toBe(1);
  });

  it('a session that ends creates no key', async () => {
    const person = await withSession('gina');
    const other = await signIn(world, person.userId);
    const result = await racing(person, () =>
      other.run('mutation { createApiKey(input: { name: "x", scopes: ["account:read"] }) { id } }'),
    );
    expect(result).toMatchObject(refused);
    expect(await world.platform.db.credential.count({ where: { userId: person.userId } })).toBe(0);
  });

  it('a session that ends creates no account key', async () => {
    const person = await withSession('hugo');
    const other = await signIn(world, person.userId);
    const result = await racing(person, () => other.run('mutation { openAccountKey { id } }'));
    expect(result).toMatchObject(refused);
    expect(await world.platform.db.credential.count({ where: { userId: person.userId } })).toBe(0);
  });

  it('a session that ends stores no consent and no device approval', async () => {
    const person = await withSession('ivan');
    const result = await racing(person, () =>
      recordApproval(person.ctx, {
        redirectUri: null,
        ...{ appId: app.id, clientId: app.clientId, userId: person.userId },
        ...{ scopes: ['account:read'], familyHash: new Uint8Array(32) },
      }),
    );
    expect(result).toMatchObject(refused);
    expect(await world.platform.db.appGrant.count({ where: { userId: person.userId } })).toBe(0);
  });

  it('a session that ends registers no application', async () => {
    const person = await withSession('lars');
    const other = await signIn(world, person.userId);
    const input = { kind: 'confidential', name: 'Late', scopes: ['account:read'] };
    const result = await racing(person, () =>
      other.run('mutation ($input: RegisterAppInput!) { registerApp(input: $input) { secret } }', {
        input: { ...input, redirectUris: ['https://late.invalid/'] },
      }),
    );
    expect(result).toMatchObject(refused);
    expect(await world.platform.db.app.count({ where: { ownerId: person.userId } })).toBe(0);
  });

  it.each([
    ['secret', 'rotateAppSecret(id: $id, expectedEtag: $etag) { secret }'],
    [
      'redirect URI',
      'updateApp(id: $id, expectedEtag: $etag, input: { redirectUris: ["https://thief.invalid/"] }) { id }',
    ],
  ])('the %s of an application is not replaced by a session that ends', async (what, field) => {
    const person = await withSession(`owns-${what.slice(0, 6)}`);
    const own = await newApplication(world, person.userId, { confidential: true });
    const rowOf = () =>
      world.platform.db.app.findUniqueOrThrow({
        where: { id: own.id },
        select: { secretHint: true, redirectUris: true, revision: true },
      });
    const before = await rowOf();
    const other = await signIn(world, person.userId);
    const variables = { id: own.id, etag: etagOf(own.id, before.revision) };
    const result = await racing(person, () =>
      other.run(`mutation ($id: ID!, $etag: String!) { ${field} }`, variables),
    );
    expect(result).toMatchObject(refused);
    expect(await rowOf()).toEqual(before);
  });

  it('a session that ends sets up no second factor', async () => {
    const person = await withSession('jane');
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    const offer = { secret, otpauthUrl: '', sealed: '' };
    const result = await racing(person, () =>
      confirmTotp(person.ctx, offer, codeOf(world, secret)),
    );
    expect(result).toMatchObject(refused);
    const { totpSecret } = await world.platform.db.user.findUniqueOrThrow({
      where: { id: person.userId },
    });
    expect(totpSecret).toBeNull();
  });

  it('the second of two changes with the same old password is refused', async () => {
    const person = await withSession('karl');
    const late = newVisitor(world);
    await late.signIn('karl', PASSWORD);
    await late.get(PATH);
    const result = await racing(person, () =>
      late.post(PATH, { old: PASSWORD, new: 'the second one', repeated: 'the second one' }),
    );
    expect(result).not.toMatchObject({ value: { location: '/account/security' } });
    expect(late.cookies.size === 0 || !(await isSignedIn(late))).toBe(true);
    const again = newVisitor(world);
    await again.signIn('karl', NEW);
    expect(await isSignedIn(again)).toBe(true);
  });

  it('the second of two changes in one session with the same old password is refused', async () => {
    const person = await withSession('quinn');
    const late = newVisitor(world);
    for (const [name, value] of person.visitor.cookies) late.cookies.set(name, value);
    await late.get(PATH);
    const result = await racing(person, () =>
      late.post(PATH, { old: PASSWORD, new: 'the second one', repeated: 'the second one' }),
    );
    expect(result).toMatchObject({ value: { status: 422 } });
    const again = newVisitor(world);
    await again.signIn('quinn', NEW);
    expect(await isSignedIn(again)).toBe(true);
  });

  it('a token refresh in flight is refused', async () => {
    const person = await personWithAll('lena');
    const ctx = system();
    const { waited, result } = await meanwhile(
      world,
      (tx) => revokeAppGrants(tx, ctx, person.userId),
      () => person.refresh().catch((error: unknown) => error),
    );
    expect([waited, result]).toEqual([true, expect.objectContaining({ error: 'invalid_grant' })]);
    const where = { userId: person.userId, kind: { in: ['Grant', 'RefreshToken', 'AccessToken'] } };
    expect(await world.platform.db.oauthRecord.count({ where })).toBe(0);
  });
});

describe('a change of the second factor', () => {
  it('a new second factor leaves an event and a mail, and so does a replacement', async () => {
    const userId = await newPerson(world, 'mona', 'mona@example.org');
    await enrol(world, 'mona');
    await enrol(world, 'mona');
    const { db } = world.platform;
    const mails = await db.mail.findMany({ where: { userId }, orderBy: { id: 'asc' } });
    expect(mails.map(({ template, params }) => [template, params])).toEqual([
      ['second_factor_changed', { change: 'added' }],
      ['second_factor_changed', { change: 'replaced' }],
    ]);
    const where = { userId, kind: 'account.access.changed' };
    expect(await db.outboxEvent.count({ where })).toBe(2);
  });
});

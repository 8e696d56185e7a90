import { beforeAll, describe, expect, it } from 'vitest';
import {
  confirmTotp,
  recordApproval,
  revokeAppGrants,
  startSession,
  verifySession,
} from '../../src/modules/identity/index.js';
import { createContext, createSystemContext } from '../../src/request/context.js';
import { etagOf } from '../../src/request/validator.js';
import { signIn } from '../graphql/identity/signed-in.js';
import { useWorld } from '../harness.js';
import { meanwhile, untilSomebodyWaits, whileRowLocked } from '../locks.js';
import { type Application, newApplication } from '../oauth/applications.js';
import { begin } from '../oauth/code-flow.js';
import { everyNth, longTest } from '../rounds.js';
import { accessOf, isSignedIn, type Person, personWithAccess, signedInVisitor } from './access.js';
import { codeOf, newPerson, PASSWORD } from './people.js';
import { newVisitor, type Visitor } from './visitor.js';

const SESSION = 'modport_session';
const PATH = '/account/security/password';
const NEW = 'a fresh password';
const world = useWorld({ WEBHOOK_TARGETS: 'any' }, { jobs: 'when-settled' });
const system = () => createSystemContext(world.platform, 'test');
let app: Application;

beforeAll(async () => {
  const developer = await world.creator('developer');
  app = await newApplication(world, developer.userId, { scopes: ['account:read'] });
});

const personWithAll = (username: string) => personWithAccess(world, app, username);
const access = (person: Person) => accessOf(world, person);
const change = (visitor: Visitor, more: Record<string, string> = {}) =>
  visitor.fill(PATH, { old: PASSWORD, new: NEW, repeated: NEW, ...more });

/** The state of the webhook and the end of the key that a person has. */
async function leftOf({ subscriptionId, accountKeyId }: Person) {
  const { db } = world.platform;
  const { state, disabledReason } = await db.webhookSubscription.findUniqueOrThrow({
    where: { id: subscriptionId },
  });
  const { revokedAt } = await db.credential.findUniqueOrThrow({ where: { id: accountKeyId } });
  return { state, disabledReason, keyEnded: revokedAt !== null };
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
    const disabled = { state: 'disabled', disabledReason: 'credential_ended' };
    expect(await leftOf(bob)).toEqual({ ...disabled, keyEnded: true });
  });

  longTest(
    'a checked box ends its kind of access even if the form offered to keep it',
    async () => {
      const ada = await personWithAll('ada');
      const offered = 'sessions tokens applications';
      expect(await change(ada.visitor, { offered, end: 'tokens' })).toMatchObject({ status: 303 });
      expect(await access(ada)).toEqual({ sessions: true, tokens: false, applications: true });
    },
  );

  it('the present browser stays signed in under a new session token', async () => {
    const userId = await newPerson(world, 'cleo');
    const visitor = await signedInVisitor(world, userId);
    const before = visitor.cookies.get(SESSION) ?? '';
    await change(visitor);
    const after = visitor.cookies.get(SESSION) ?? '';
    expect(after).not.toBe(before);
    expect(await verifySession(world.platform, before)).toBeNull();
    expect(await verifySession(world.platform, after)).toMatchObject({ userId });
    expect(await isSignedIn(visitor)).toBe(true);
  });

  it.each(everyNth(['sessions', 'tokens', 'applications'], 3))(
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

  longTest(
    'a password change ends authorizations that the user signed in for and did not finish',
    async () => {
      const visitor = await signedInVisitor(world, await newPerson(world, 'olga'));
      const thief = newVisitor(world);
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
    },
  );

  it('a wrong old password changes nothing and ends nothing', async () => {
    const person = await personWithAll('erin');
    const answer = await change(person.visitor, { old: 'not the password', offered: 'tokens' });
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
    const begun = await whileRowLocked(world, ['users', userId], async () => {
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
    const visitor = await signedInVisitor(world, userId);
    const { token } = await startSession(system(), { userId, aal2: true });
    const viewer = await verifySession(world.platform, token);
    if (!viewer) throw new Error('the session was just made');
    const ctx = createContext(world.platform, system().request, viewer);
    return { userId, visitor, ctx };
  }

  const refused = { error: { code: 'unauthorized' } };
  const signedIn = { status: 303, location: '/account/security' };

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

  it.each([
    ['key', 'createApiKey(input: { name: "x", scopes: ["account:read"] })'],
    ['account key', 'openAccountKey'],
    [
      'application',
      'registerApp(input: { kind: confidential, name: "x", scopes: ["account:read"], redirectUris: ["https://late.invalid/"] })',
    ],
  ])('a session that ends creates no %s', async (what, field) => {
    const { db } = world.platform;
    const person = await withSession(`makes-${what.replace(' ', '-')}`);
    const { userId } = person;
    const other = await signIn(world, userId);
    const result = await racing(person, () => other.run(`mutation { ${field} { __typename } }`));
    expect(result).toMatchObject(refused);
    expect(await db.credential.count({ where: { userId } })).toBe(0);
    expect(await db.app.count({ where: { ownerId: userId } })).toBe(0);
  });

  it('a session that ends stores no consent and no device approval', async () => {
    const person = await withSession('ivan');
    const result = await racing(person, () =>
      recordApproval(person.ctx, {
        redirectUri: null,
        appId: app.id,
        clientId: app.clientId,
        userId: person.userId,
        scopes: ['account:read'],
        familyHash: new Uint8Array(32),
      }),
    );
    expect(result).toMatchObject(refused);
    expect(await world.platform.db.appGrant.count({ where: { userId: person.userId } })).toBe(0);
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
    const where = { id: own.id };
    const select = { secretHint: true, redirectUris: true, revision: true };
    const rowOf = () => world.platform.db.app.findUniqueOrThrow({ where, select });
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
    const offer = { secret, otpauthUrl: '', sealed: '', codeSeed: new Uint8Array(32) };
    const result = await racing(person, () =>
      confirmTotp(person.ctx, offer, codeOf(world, secret)),
    );
    expect(result).toMatchObject(refused);
    const where = { id: person.userId };
    const { totpSecret } = await world.platform.db.user.findUniqueOrThrow({ where });
    expect(totpSecret).toBeNull();
  });

  longTest('the second of two changes with the same old password is refused', async () => {
    const person = await withSession('karl');
    const late = await signedInVisitor(world, person.userId);
    await late.get(PATH);
    const result = await racing(person, () =>
      late.post(PATH, { old: PASSWORD, new: 'the second one', repeated: 'the second one' }),
    );
    expect(result).not.toMatchObject({ value: { location: '/account/security' } });
    expect(late.cookies.size === 0 || !(await isSignedIn(late))).toBe(true);
    expect(await newVisitor(world).signIn('karl', NEW)).toMatchObject(signedIn);
  });

  longTest(
    'the second of two changes in one session with the same old password is refused',
    async () => {
      const person = await withSession('quinn');
      const late = newVisitor(world);
      for (const [name, value] of person.visitor.cookies) late.cookies.set(name, value);
      await late.get(PATH);
      const result = await racing(person, () =>
        late.post(PATH, { old: PASSWORD, new: 'the second one', repeated: 'the second one' }),
      );
      expect(result).toMatchObject({ value: { status: 422 } });
      expect(await newVisitor(world).signIn('quinn', NEW)).toMatchObject(signedIn);
    },
  );

  longTest('a token refresh in flight is refused', async () => {
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

import { beforeAll, describe, expect, it } from 'vitest';
import { changeBlockByUsername, setPassword } from '../../../src/modules/identity/index.js';
import { GUESS_LIMITS, LIMITS, MAIL_REQUEST_LIMITS } from '../../../src/registry/limits.js';
import { createSystemContext } from '../../../src/request/context.js';
import { useWorld } from '../../harness.js';
import { type Application, newApplication } from '../../oauth/applications.js';
import { rawRequest } from '../../raw-http.js';
import { longTest } from '../../rounds.js';
import { newSubscription } from '../../webhooks.js';
import { accessOf, personWithAccess } from '../access.js';
import { codeOf, enrol, newPerson, PASSWORD } from '../people.js';
import { newVisitor, type Visitor } from '../visitor.js';
import { CHOSEN, linksIn, linkTo, mailsTo } from './mailbox.js';

const world = useWorld({ TRUST_PROXY: '1', WEBHOOK_TARGETS: 'any' }, { jobs: 'when-settled' });
const operator = () => createSystemContext(world.platform, 'test');
const FORGOT = '/account/forgot-password';
let app: Application;

beforeAll(async () => {
  const developer = await world.creator('developer');
  app = await newApplication(world, developer.userId, { scopes: ['account:read'] });
});

let networks = 0;
/** Requests a link from a network of its own. */
async function request(email: string, visitor = newVisitor(world)) {
  networks += 1;
  const headers = { 'X-Forwarded-For': `10.${networks >> 8}.${networks & 255}.1` };
  return visitor.fill(FORGOT, { email }, { headers });
}

async function personWithLink(username: string): Promise<string> {
  await newPerson(world, username, `${username}@example.org`);
  await request(`${username}@example.org`);
  return linkTo(world, `${username}@example.org`);
}

const choose = (link: string, password = CHOSEN, visitor: Visitor = newVisitor(world)) =>
  visitor.fill(link, { new: password, repeated: password });

const canSignIn = async (login: string, password: string) =>
  (await newVisitor(world).fill('/account/sign-in', { login, password })).status === 303;

describe('a request for a new password', () => {
  it('the response is the same for a known, an unknown and a blocked address', async () => {
    await newPerson(world, 'ann', 'ann@example.org');
    await newPerson(world, 'blocked', 'blocked@example.org');
    await changeBlockByUsername(operator(), 'blocked', true);
    const told = [];
    for (const email of ['Ann@example.org ', 'nobody@example.org', 'blocked@example.org']) {
      const visitor = newVisitor(world);
      const answer = await request(email, visitor);
      told.push([answer.status, answer.location, answer.html, (await visitor.get(FORGOT)).html]);
    }
    expect(told[0]?.slice(0, 2)).toEqual([303, FORGOT]);
    expect(told[1]).toEqual(told[0]);
    expect(told[2]).toEqual(told[0]);
    expect((await mailsTo(world, 'ann@example.org')).flatMap(linksIn)).toHaveLength(1);
    expect(await mailsTo(world, 'nobody@example.org')).toEqual([]);
    expect(await mailsTo(world, 'blocked@example.org')).toEqual([]);
    const where = { address: { in: ['nobody@example.org', 'blocked@example.org'] } };
    expect(await world.platform.db.accountLink.count({ where })).toBe(0);
  });

  it('the request sends the same statements for a known and an unknown address', async () => {
    await newPerson(world, 'bea', 'bea@example.org');
    const statementsOf = async (email: string) => {
      const visitor = newVisitor(world);
      await visitor.get(FORGOT);
      return world.statements(() => visitor.post(FORGOT, { email }));
    };
    const known = await statementsOf('bea@example.org');
    expect(known.length).toBeGreaterThan(2);
    expect(await statementsOf('nobody-else@example.org')).toEqual(known);
  });

  longTest(
    'a mailbox and a network have limits, which are the same for unknown addresses',
    async () => {
      const { mailbox, network } = MAIL_REQUEST_LIMITS.reset_password;
      for (const email of ['flooded@example.org', 'unknown-flood@example.org']) {
        if (email.startsWith('flooded')) await newPerson(world, 'flooded', email);
        const statuses = [];
        for (let at = 0; at <= mailbox.attempts; at += 1)
          statuses.push((await request(email)).status);
        expect(statuses).toEqual([...Array(mailbox.attempts).fill(303), 429]);
      }
      expect(await mailsTo(world, 'flooded@example.org')).toHaveLength(mailbox.attempts);
      const visitor = newVisitor(world);
      await visitor.get(FORGOT);
      const statuses = [];
      for (let at = 0; at <= network.attempts; at += 1) {
        const headers = { 'X-Forwarded-For': `198.51.100.${at}` };
        const email = `spray${at}@example.org`;
        statuses.push((await visitor.post(FORGOT, { email }, { headers })).status);
      }
      expect(statuses.indexOf(429)).toBe(network.attempts);
    },
  );

  it('the Host header and its forwarded forms never reach the link', async () => {
    await newPerson(world, 'hosted', 'hosted@example.org');
    const visitor = newVisitor(world);
    const { html } = await visitor.get(FORGOT);
    const token = /name="_token" value="([\w-]+)"/.exec(html)?.[1] ?? '';
    const body = new URLSearchParams({ email: 'hosted@example.org', _token: token }).toString();
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const [answer] = await rawRequest(
      Number(new URL(world.baseUrl).port),
      [
        `POST ${FORGOT} HTTP/1.1`,
        'Host: evil.example',
        'X-Forwarded-Host: evil.example',
        'X-Forwarded-Proto: https',
        'Forwarded: host=evil.example;proto=https',
        `Origin: ${new URL(world.baseUrl).origin}`,
        'Accept: text/html',
        `Cookie: ${cookie}`,
        'Content-Type: application/x-www-form-urlencoded',
        `Content-Length: ${body.length}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
    expect(answer?.status).toBe(303);
    const [mail] = await mailsTo(world, 'hosted@example.org');
    const [link = ''] = mail ? linksIn(mail) : [];
    expect(new URL(link).origin).toBe(world.platform.publicUrl);
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil');
  });

  it('a text that is no address is refused on the page', async () => {
    for (const email of ['', 'bea', 'a@b@c']) {
      expect(await request(email)).toMatchObject({ status: 422, location: null });
    }
  });
});

describe('a link for a new password', () => {
  it('opening the link changes nothing, and its button sets the password once', async () => {
    const link = await personWithLink('cid');
    for (let time = 0; time < 3; time += 1) {
      expect((await newVisitor(world).get(link)).status).toBe(200);
    }
    expect(await canSignIn('cid', PASSWORD)).toBe(true);
    const visitor = newVisitor(world);
    const answer = await choose(link, CHOSEN, visitor);
    expect(answer).toMatchObject({ status: 303, location: '/account/sign-in?again' });
    expect(visitor.cookies.has('modport_session')).toBe(false);
    expect((await visitor.get('/account/sign-in')).html).toContain('Your password was changed.');
    expect([await canSignIn('cid', PASSWORD), await canSignIn('cid', CHOSEN)]).toEqual([
      false,
      true,
    ]);
    const again = await newVisitor(world).get(link);
    expect([again.status, again.html]).toEqual([410, expect.stringContaining('no longer works')]);
  });

  longTest('one of several concurrent uses of a link succeeds', async () => {
    const link = await personWithLink('dan');
    const passwords = ['first new password', 'second new password', 'third new password'];
    const visitors = passwords.map(() => newVisitor(world));
    for (const visitor of visitors) await visitor.get(link);
    const results = await Promise.all(
      visitors.map((visitor, at) => {
        const password = passwords[at] ?? '';
        return visitor.post(link, { new: password, repeated: password });
      }),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual([303, 410, 410]);
    const winner = passwords[results.findIndex(({ status }) => status === 303)] ?? '';
    expect(await canSignIn('dan', winner)).toBe(true);
  });

  it('a link expires after an hour', async () => {
    const link = await personWithLink('eve');
    const visitor = newVisitor(world);
    await visitor.get(link);
    world.clock.advance(LIMITS.resetPasswordSeconds);
    const fields = { new: CHOSEN, repeated: CHOSEN };
    expect((await visitor.post(link, fields)).status).toBe(410);
    expect((await visitor.get(link)).status).toBe(410);
    expect(await canSignIn('eve', PASSWORD)).toBe(true);
  });

  it('a link resets only the password of its own account, also for another signed-in user', async () => {
    const link = await personWithLink('fay');
    await newPerson(world, 'gus', 'gus@example.org');
    const other = newVisitor(world);
    await other.signIn('gus', PASSWORD);
    expect((await choose(link, CHOSEN, other)).status).toBe(303);
    expect([await canSignIn('gus', PASSWORD), await canSignIn('fay', CHOSEN)]).toEqual([
      true,
      true,
    ]);
  });

  it('a reset ends sessions, tokens, applications and webhooks, and its owner gets a notice', async () => {
    const person = await personWithAccess(world, app, 'hal');
    const id = await newSubscription(world, person);
    expect(await accessOf(world, person)).toMatchObject({ sessions: true, tokens: true });
    await request('hal@example.org');
    await choose(await linkTo(world, 'hal@example.org'));
    const ended = { sessions: false, tokens: false, applications: false };
    expect(await accessOf(world, person)).toEqual(ended);
    const webhook = await world.platform.db.webhookSubscription.findUnique({ where: { id } });
    expect(webhook?.disabledReason).toBe('access_ended');
    await expect(person.refresh()).rejects.toMatchObject({ error: 'invalid_grant' });
    const subjects = (await mailsTo(world, 'hal@example.org')).map(({ subject }) => subject);
    expect(subjects).toEqual(['Choose a new password', 'Your password was changed']);
  });

  longTest('a sign-in after a reset still demands the second factor', async () => {
    await newPerson(world, 'ina', 'ina@example.org');
    const secret = await enrol(world, 'ina');
    await request('ina@example.org');
    await choose(await linkTo(world, 'ina@example.org'));
    const visitor = newVisitor(world);
    const password = await visitor.signIn('ina', CHOSEN);
    expect(password.location).toBe('/account/sign-in/code');
    expect((await visitor.get('/account/security')).status).toBe(303);
    const done = await visitor.fill('/account/sign-in/code', { code: codeOf(world, secret) });
    expect(done.location).toBe('/account/security');
  });

  it.each([
    ['length', 'short', 'must have 8 to 200'],
    ['common', 'letmein123', 'easy to guess'],
    ['username', 'jan-oskar 2026', 'must not contain'],
  ])('a password refused for its %s leaves the link usable', async (kind, password, text) => {
    const link = await personWithLink(kind === 'username' ? 'jan-oskar' : `jan-${kind}`);
    const refused = await choose(link, password);
    expect([refused.status, refused.html]).toEqual([422, expect.stringContaining(text)]);
    const unequal = { new: CHOSEN, repeated: 'another one entirely' };
    expect((await newVisitor(world).fill(link, unequal)).status).toBe(422);
    expect((await choose(link)).status).toBe(303);
  });

  longTest('a new password and a new address end the links of earlier mails', async () => {
    const first = await personWithLink('kim');
    await setPassword(operator(), { username: 'kim', password: 'set by an operator' });
    expect((await newVisitor(world).get(first)).status).toBe(410);
    const second = await personWithLink('lea');
    const data = { email: 'lea-moved@example.org' };
    await world.platform.db.user.update({ where: { username: 'lea' }, data });
    expect((await newVisitor(world).get(second)).status).toBe(410);
  });

  longTest('a link of a blocked account does not work', async () => {
    const link = await personWithLink('max');
    const visitor = newVisitor(world);
    await visitor.get(link);
    await changeBlockByUsername(operator(), 'max', true);
    expect((await visitor.post(link, { new: CHOSEN, repeated: CHOSEN })).status).toBe(410);
  });

  longTest('wrong guesses before a reset do not lock its owner out after it', async () => {
    const link = await personWithLink('nia');
    for (let at = 0; at < GUESS_LIMITS.password.pair.attempts; at += 1) {
      await canSignIn('nia', 'a wrong guess');
    }
    expect(await canSignIn('nia', PASSWORD)).toBe(false);
    await choose(link);
    expect(await canSignIn('nia', CHOSEN)).toBe(true);
  });

  longTest(
    'wrong guesses from other networks do not lock an owner out who reset the password here',
    async () => {
      const link = await personWithLink('pam');
      const { attempts } = GUESS_LIMITS.password.account;
      for (let at = 0; at < attempts; at += 1) {
        const headers = { 'X-Forwarded-For': `172.16.${at}.1` };
        const fields = { login: 'pam', password: 'a wrong guess' };
        await newVisitor(world).fill('/account/sign-in', fields, { headers });
      }
      expect(await canSignIn('pam', PASSWORD)).toBe(false);
      await choose(link);
      expect(await canSignIn('pam', CHOSEN)).toBe(true);
    },
  );

  it('the page of a link sends its address to no other site', async () => {
    const page = await newVisitor(world).get(await personWithLink('oda'));
    expect(page.headers.get('referrer-policy')).toMatch(/^(no-referrer|same-origin)$/);
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect(page.html).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(page.html).not.toMatch(/sign-in\?next=[^"]*token/);
  });
});

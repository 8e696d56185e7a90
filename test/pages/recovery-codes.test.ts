import { describe, expect, it } from 'vitest';
import { FACTOR_TEXTS } from '../../src/pages/account/factor-texts.js';
import { RECOVERY_CODE_TEXTS } from '../../src/pages/account/security/recovery-code-texts.js';
import { LIMITS } from '../../src/registry/limits.js';
import { useWorld } from '../harness.js';
import { untilSomebodyWaits, whileRowLocked } from '../locks.js';
import { longTest } from '../rounds.js';
import { appOfferIn, codeOf, enrol, newPerson, PASSWORD } from './people.js';
import { newVisitor, type PageAnswer, type Visitor } from './visitor.js';

const SESSION = 'modport_session';
const CODE_PAGE = '/account/sign-in/code';
const RECOVERY_PAGE = `${CODE_PAGE}?use=recovery`;
const PAGE = '/account/security/recovery-codes';
const SET_UP = '/account/security/second-factor';
const world = useWorld();

/** The codes that a page shows. */
function codesIn({ html }: PageAnswer): string[] {
  return /<pre class="secret">([^<]*)<\/pre>/.exec(html)?.[1]?.split('\n') ?? [];
}

/** Sends the form that makes new codes, as the page shows it. */
async function makeCodes(visitor: Visitor): Promise<PageAnswer> {
  return visitor.post(PAGE, { set: setIn(await visitor.get(PAGE)) });
}

/** The offer in the form that makes new codes. */
function setIn({ html }: PageAnswer): string {
  return /name="set" value="([^"]*)"/.exec(html)?.[1] ?? 'none';
}

/** A new user at the last step of the set-up of an authenticator app, and its form. */
async function atConfirmation(username: string) {
  const userId = await newPerson(world, username);
  const visitor = newVisitor(world);
  await visitor.signIn(username, PASSWORD);
  const { offer, secret } = appOfferIn(await visitor.fill(SET_UP, { password: PASSWORD }));
  const code = codeOf(world, secret);
  return { userId, visitor, path: `${SET_UP}/confirm`, offer, code };
}

function mailsOf(userId: string) {
  return world.platform.db.mail.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } });
}

/** A user with a second factor, signed in with it, and the recovery codes that the page showed. */
async function owner(username: string) {
  const userId = await newPerson(world, username);
  const secret = await enrol(world, username);
  const visitor = newVisitor(world);
  await visitor.signIn(username, PASSWORD);
  await visitor.fill(CODE_PAGE, { code: codeOf(world, secret) });
  const made = await makeCodes(visitor);
  return { userId, secret, visitor, made, codes: codesIn(made) };
}

async function atCodePage(username: string): Promise<Visitor> {
  const visitor = newVisitor(world);
  await visitor.fill('/account/sign-in?again', { login: username, password: PASSWORD });
  return visitor;
}

describe('recovery codes', () => {
  it('ten codes are shown once, are stored as hashes only, and replace the second factor once', async () => {
    const { userId, visitor, made, codes } = await owner('rec-ann');
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    expect(made.headers.get('cache-control')).toBe('private, no-store, no-transform');
    expect((await visitor.get(PAGE)).html).toContain('10 recovery codes left');
    const rows = await world.platform.db.recoveryCode.findMany({ where: { userId } });
    const stored = rows.map(({ codeHash }) => Buffer.from(codeHash).toString('latin1')).join();
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''));

    const phoneless = await atCodePage('rec-ann');
    expect((await phoneless.get(CODE_PAGE)).html).toContain(`href="${RECOVERY_PAGE}"`);
    const [first = '', second = ''] = codes;
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O')} `;
    const done = await phoneless.fill(RECOVERY_PAGE, { recovery: typed });
    expect(done).toMatchObject({ status: 303, location: '/account/security' });
    expect((await phoneless.get('/account/security')).html).toContain('9 recovery codes left');
    const session = await world.platform.db.webSession.findFirstOrThrow({
      where: { userId },
      orderBy: { createdAt: 'desc' },
    });
    expect(session.aal2At).not.toBeNull();

    const again = await atCodePage('rec-ann');
    expect(await again.fill(RECOVERY_PAGE, { recovery: first })).toMatchObject({ status: 422 });
    expect(again.cookies.has(SESSION)).toBe(false);
    expect(await again.fill(RECOVERY_PAGE, { recovery: second })).toMatchObject({ status: 303 });
  });

  longTest('one of two concurrent uses of a code wins', async () => {
    const { codes } = await owner('rec-bob');
    const visitors = [await atCodePage('rec-bob'), await atCodePage('rec-bob')];
    for (const visitor of visitors) await visitor.get(RECOVERY_PAGE);
    const recovery = codes[0] ?? '';
    const answers = await Promise.all(
      visitors.map((visitor) => visitor.post(RECOVERY_PAGE, { recovery })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
  });

  it('a recovery code of another account is refused', async () => {
    const { codes } = await owner('rec-cid');
    await owner('rec-dee');
    const thief = await atCodePage('rec-dee');
    expect(await thief.fill(RECOVERY_PAGE, { recovery: codes[0] ?? '' })).toMatchObject({
      status: 422,
    });
  });

  it('wrong recovery codes use up the guesses of the second factor', async () => {
    const { codes, secret } = await owner('rec-eli');
    const visitor = await atCodePage('rec-eli');
    for (let guess = 0; guess < 10; guess += 1) {
      await visitor.fill(RECOVERY_PAGE, { recovery: 'aaaa-bbbb-cccc' });
    }
    const refused = await visitor.fill(RECOVERY_PAGE, { recovery: codes[0] ?? '' });
    expect(refused.status).toBe(429);
    expect(await visitor.fill(CODE_PAGE, { code: codeOf(world, secret, 1) })).toMatchObject({
      status: 429,
    });
    await world.platform.db.guessCount.deleteMany();
  });

  it('a recovery code counts as a step-up', async () => {
    const { visitor, codes } = await owner('rec-fay');
    world.clock.advance(15 * 60 + 1);
    const path = '/account/step-up?next=%2Faccount%2Fsecurity%2Frecovery-codes';
    expect(await visitor.get(PAGE)).toMatchObject({ status: 303, location: path });
    expect(await visitor.post(PAGE, {})).toMatchObject({ status: 303, location: path });
    const done = await visitor.fill(`${path}&use=recovery`, { recovery: codes[0] ?? '' });
    expect(done).toMatchObject({ status: 303, location: PAGE });
    expect((await visitor.get(PAGE)).html).toContain('9 recovery codes left');
  });

  it('a form that is sent twice makes codes once, also at the same time, and shows them again', async () => {
    const { userId, visitor } = await owner('rec-kim');
    const set = setIn(await visitor.get(PAGE));
    const before = (await mailsOf(userId)).length;
    const answers = await Promise.all([1, 2].map(() => visitor.post(PAGE, { set })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [codes = [], again] = answers.map(codesIn);
    expect(codes).toHaveLength(10);
    expect(again).toEqual(codes);
    expect(codesIn(await visitor.post(PAGE, { set }))).toEqual(codes);
    expect(await mailsOf(userId)).toHaveLength(before + 1);
    const phoneless = await atCodePage('rec-kim');
    expect(await phoneless.fill(RECOVERY_PAGE, { recovery: codes[0] ?? '' })).toMatchObject({
      status: 303,
    });
  });

  it('a form of another session makes no codes', async () => {
    const { secret, visitor } = await owner('rec-quin');
    const set = setIn(await visitor.get(PAGE));
    world.clock.advance(60);
    const next = await atCodePage('rec-quin');
    await next.fill(CODE_PAGE, { code: codeOf(world, secret) });
    await next.get(PAGE);
    expect(await next.post(PAGE, { set })).toMatchObject({ status: 409 });
  });

  it('an old form, one whose codes were replaced, and the form of another user show no codes', async () => {
    const { secret, visitor } = await owner('rec-mia');
    const set = setIn(await visitor.get(PAGE));
    const other = setIn(await visitor.get(PAGE));
    const stranger = await owner('rec-ned');
    const refused = await stranger.visitor.post(PAGE, { set });
    expect(refused.status).toBe(409);
    expect(codesIn(refused)).toEqual([]);
    expect(codesIn(await visitor.post(PAGE, { set }))).toHaveLength(10);
    const late = await visitor.post(PAGE, { set: other });
    expect(late.status).toBe(409);
    expect(late.html).toContain('If you did not keep them, make new ones.');
    world.clock.advance(LIMITS.recoveryCodesShownSeconds + 1);
    await visitor.fill('/account/step-up', { code: codeOf(world, secret) });
    expect(await visitor.post(PAGE, { set })).toMatchObject({ status: 409 });
  });

  it('a second click and a reload of the set-up of a second factor show the same codes', async () => {
    const { userId, visitor, path, offer, code } = await atConfirmation('rec-lou');
    const sent = await whileRowLocked(world, ['users', userId], async () => {
      const clicks = [1, 2].map(() => visitor.post(path, { offer, code }));
      await untilSomebodyWaits(world.platform.db, 2);
      return clicks;
    });
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [codes = [], again] = answers.map(codesIn);
    expect(codes).toHaveLength(10);
    expect(again).toEqual(codes);
    const before = (await mailsOf(userId)).length;
    await visitor.get('/account/security');
    expect(codesIn(await visitor.post(path, { offer, code }))).toEqual(codes);
    expect(await mailsOf(userId)).toHaveLength(before);
    expect((await visitor.get(PAGE)).status).toBe(200);
    const phoneless = await atCodePage('rec-lou');
    expect(await phoneless.fill(RECOVERY_PAGE, { recovery: codes[0] ?? '' })).toMatchObject({
      status: 303,
    });
  });

  it('a reload of the set-up of a second factor with an old code does not raise the session', async () => {
    const { userId, visitor, path, offer, code } = await atConfirmation('rec-pia');
    const codes = codesIn(await visitor.post(path, { offer, code }));
    const where = { userId, revokedAt: null };
    const { aal2At } = await world.platform.db.webSession.findFirstOrThrow({ where });
    world.clock.advance(LIMITS.totpEnrolmentSeconds - 60);
    await visitor.get('/account/security');
    expect(codesIn(await visitor.post(path, { offer, code }))).toEqual(codes);
    expect(await world.platform.db.webSession.findFirst({ where })).toMatchObject({ aal2At });
    await world.platform.db.webSession.updateMany({ where, data: { aal2At: null } });
    const refused = await visitor.post(path, { offer, code });
    expect(codesIn(refused)).toEqual([]);
    expect(refused).toMatchObject({
      status: 303,
      location: expect.stringMatching(/^\/account\/step-up/),
    });
  });

  it('a reload of the set-up of a second factor shows no codes that were replaced', async () => {
    const { visitor, path, offer, code } = await atConfirmation('rec-oda');
    const codes = codesIn(await visitor.post(path, { offer, code }));
    expect(codesIn(await makeCodes(visitor))).not.toEqual(codes);
    const reloaded = await visitor.post(path, { offer, code });
    expect(reloaded).toMatchObject({ status: 303, location: '/account/security' });
    expect((await visitor.get('/account/security')).html).toContain(
      'Your second factor is set up.',
    );
  });

  longTest('new codes end the former ones', async () => {
    const { visitor, codes } = await owner('rec-gil');
    const fresh = codesIn(await makeCodes(visitor));
    const other = await atCodePage('rec-gil');
    expect(await other.fill(RECOVERY_PAGE, { recovery: codes[0] ?? '' })).toMatchObject({
      status: 422,
    });
    expect(await other.fill(RECOVERY_PAGE, { recovery: fresh[0] ?? '' })).toMatchObject({
      status: 303,
    });
  });

  longTest('a new second factor replaces the codes and shows the new ones', async () => {
    const { visitor, codes } = await owner('rec-hal');
    const { offer, secret } = appOfferIn(await visitor.fill(SET_UP, { password: PASSWORD }));
    const done = await visitor.post(`${SET_UP}/confirm`, { offer, code: codeOf(world, secret) });
    const fresh = codesIn(done);
    expect(fresh).toHaveLength(10);
    const other = await atCodePage('rec-hal');
    expect(await other.fill(RECOVERY_PAGE, { recovery: codes[1] ?? '' })).toMatchObject({
      status: 422,
    });
    await enrol(world, 'rec-hal');
    const later = await atCodePage('rec-hal');
    expect(await later.fill(RECOVERY_PAGE, { recovery: fresh[0] ?? '' })).toMatchObject({
      status: 422,
    });
  });

  it('the long German title of recovery codes can break on a phone', () => {
    expect(RECOVERY_CODE_TEXTS.de.title).toBe('Wiederherstellungs\u00adcodes');
    expect(FACTOR_TEXTS.de.recoveryTitle).toBe('Wiederherstellungs\u00adcode');
  });

  it('an account without a second factor gets no recovery codes', async () => {
    await newPerson(world, 'rec-ida');
    const visitor = newVisitor(world);
    await visitor.signIn('rec-ida', PASSWORD);
    await visitor.get('/account/security');
    const answer = await visitor.post(PAGE, {});
    expect(answer.location).toBe('/account/step-up?next=%2Faccount%2Fsecurity%2Frecovery-codes');
  });

  longTest(
    'mails and the audit log record each use and each new set, without the codes',
    async () => {
      const { userId, codes } = await owner('rec-jon');
      const visitor = await atCodePage('rec-jon');
      await visitor.fill(RECOVERY_PAGE, { recovery: codes[0] ?? '' });
      const mails = (await mailsOf(userId)).map(({ template, params }) => [template, params]);
      expect(mails.slice(-2)).toEqual([
        ['recovery_codes_changed', { change: 'made', left: '10' }],
        ['recovery_codes_changed', { change: 'used', left: '9' }],
      ]);
      const trail = await world.platform.db.auditEntry.findMany({ where: { targetId: userId } });
      expect(trail.map(({ action }) => action)).toEqual(
        expect.arrayContaining(['user.recovery_codes_made', 'user.recovery_code_used']),
      );
      expect(JSON.stringify([trail, mails])).not.toContain(codes[0]);
    },
  );
});

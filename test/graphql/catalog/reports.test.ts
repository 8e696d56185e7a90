import { beforeAll, describe, expect, it } from 'vitest';
import { sweepReporterAddresses } from '../../../src/modules/catalog/index.js';
import { LIMITS, MAIL_REQUEST_LIMITS } from '../../../src/registry/limits.js';
import { newId } from '../../../src/request/ids.js';
import type { Json } from '../../actors.js';
import { mailsTo } from '../../pages/account/mailbox.js';
import { draftMod, publishedVersion } from '../../publishing.js';
import { signIn } from '../identity/signed-in.js';
import {
  alice,
  join,
  judge,
  leave,
  mary,
  other,
  owner,
  useStaff,
  world,
} from '../identity/staff.js';

useStaff();

const REPORT = 'mutation ($input: ReportModInput!) { reportMod(input: $input) }';
const DECIDE = `mutation ($id: ID!, $uphold: Boolean!) {
  decideModReport(id: $id, uphold: $uphold, statement: "It steals.") { state } }`;
const APPEAL = 'mutation ($id: ID!) { appealModReport(id: $id, text: "It does not.") { state } }';
const DECISION = 'query ($id: ID!) { reportDecision(id: $id) { state reason statement appeal } }';
const QUEUE = `query ($state: ReportState, $modId: ID) {
  listModReports(state: $state, modId: $modId) { items { id text state reporter { username } } } }`;

let modId: string;

beforeAll(async () => {
  modId = (await draftMod(alice, 'eyes')).id;
  await publishedVersion(world, alice, modId, { version: '1.0.0' });
});

/** Reports the mod without an account, from an address. */
async function anonymous(address: string, input: object = {}, language = 'en'): Promise<Json> {
  const response = await fetch(`${world.baseUrl}/graphql`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': address,
      'Accept-Language': language,
    },
    body: JSON.stringify({
      query: REPORT,
      variables: { input: { modId, reason: 'malware', text: 'It steals keys.', ...input } },
    }),
  });
  return response.json();
}

/** A report by a new user, by default of the mod of all tests. */
async function reported(username: string, of = modId): Promise<{ id: string; userId: string }> {
  const reporter = await world.creator(username);
  const input = { modId: of, reason: 'stolen', text: `by ${username}` };
  await (await signIn(world, reporter.userId)).run(REPORT, { input });
  const { id } = await world.platform.db.modReport.findFirstOrThrow({
    where: { reporterId: reporter.userId },
  });
  return { id, userId: reporter.userId };
}

const mailsOf = async (userId: string) =>
  (await world.platform.db.mail.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } })).map(
    ({ template, params }) => [template, params],
  );

describe('reports of mods', () => {
  it('anyone reports a mod without an account, and moderators find it in the queue', async () => {
    expect(await anonymous('203.0.113.1')).toEqual({ data: { reportMod: true } });
    const { listModReports } = await judge.run(QUEUE, { modId });
    expect(listModReports.items[0]).toMatchObject({ text: 'It steals keys.', reporter: null });
  });

  it('a second report by the same user replaces the open one', async () => {
    const rita = await world.creator('rita');
    const browser = await signIn(world, rita.userId);
    for (const text of ['first', 'second']) {
      await browser.run(REPORT, { input: { modId, reason: 'other', text } });
    }
    const rows = await world.platform.db.modReport.findMany({
      where: { reporterId: rita.userId },
    });
    expect(rows.map(({ text }) => text)).toEqual(['second']);
  });

  it.each([
    ['an unknown mod', { modId: newId() }, 'not_found'],
    ['no text', { text: ' ' }, 'invalid_input'],
    ['a long text', { text: 'x'.repeat(LIMITS.reportCharacters + 1) }, 'invalid_input'],
    ['a word in place of an address', { email: 'nowhere' }, 'invalid_input'],
    ['a text with a control of direction', { text: 'a\u202eb' }, 'invalid_input'],
  ])('a report with %s is refused', async (what, input, code) => {
    const { errors } = await anonymous(`203.0.113.${20 + what.length}`, input);
    expect(errors[0].extensions.code).toBe(code);
  });

  it('the queue and the decisions are only for moderators', async () => {
    const { id } = await reported('sam');
    expect(await owner.refusal(QUEUE)).toBe('forbidden');
    expect(await owner.refusal(DECIDE, { id, uphold: true })).toBe('forbidden');
  });

  it('a dismissed report is mailed to the reporter, and the team learns nothing', async () => {
    const { id, userId } = await reported('tom');
    await judge.run(DECIDE, { id, uphold: false });
    expect(await mailsOf(userId)).toEqual([
      ['report_decided', { outcome: 'dismissed', title: 'A mod' }],
    ]);
    expect(await owner.refusal(DECISION, { id })).toBe('not_found');
    expect(await judge.refusal(DECIDE, { id, uphold: true })).toBe('invalid_state');
  });

  it('an upheld report goes to the reporter and the owners, who appeal once to another moderator', async () => {
    const { id, userId } = await reported('una');
    await judge.run(DECIDE, { id, uphold: true });
    expect(await mailsOf(userId)).toEqual([
      ['report_decided', { outcome: 'upheld', title: 'A mod' }],
    ]);
    expect((await mailsOf(alice.userId)).at(-1)).toEqual([
      'mod_report_upheld',
      { outcome: 'upheld', reason: 'stolen', title: 'A mod', report: id },
    ]);
    expect((await owner.run(DECISION, { id })).reportDecision).toMatchObject({
      state: 'upheld',
      statement: 'It steals.',
    });
    await owner.run(APPEAL, { id });
    expect(await owner.refusal(APPEAL, { id })).toBe('invalid_state');
    expect(await judge.refusal(DECIDE, { id, uphold: true })).toBe('forbidden');
    expect(await other.run(DECIDE, { id, uphold: false })).toEqual({
      decideModReport: { state: 'overturned' },
    });
    expect((await mailsOf(alice.userId)).at(-1)?.[1]).toMatchObject({ outcome: 'overturned' });
  });

  it('an address without an account gets one mail about the outcome, and is deleted', async () => {
    const address = 'anna@example.org';
    await anonymous('198.51.100.1', { text: 'Mail me.', email: 'Anna@Example.org' }, 'de');
    const { id } = await world.platform.db.modReport.findFirstOrThrow({
      where: { reporterAddress: address },
    });
    await judge.run(DECIDE, { id, uphold: true });
    const [mail, ...more] = await mailsTo(world, address);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('stimmt ihr zu');
    expect(mail?.text).toContain('Die Meldung enthält sie nicht mehr.');
    await owner.run(APPEAL, { id });
    await other.run(DECIDE, { id, uphold: false });
    expect(await mailsTo(world, address)).toHaveLength(1);
    const report = await world.platform.db.modReport.findUniqueOrThrow({ where: { id } });
    expect([report.reporterAddress, report.reporterLocale]).toEqual([null, null]);
    const left = await world.platform.db.mail.findMany({ where: { userId: null } });
    expect(left.map((row) => [row.outcome, row.address])).toEqual([['sent', null]]);
  });

  it('moderators do not see the address of a reporter', async () => {
    const asked = '{ __type(name: "ModReport") { fields { name } } }';
    const { __type } = await judge.run(asked);
    expect(JSON.stringify(__type)).not.toMatch(/mail|address/i);
  });

  it('the address of a report without a decision is deleted after 180 days', async () => {
    await anonymous('198.51.100.2', { text: 'old', email: 'old@example.org' });
    await anonymous('198.51.100.3', { text: 'young', email: 'young@example.org' });
    const createdAt = new Date(world.clock.now().getTime() - LIMITS.reporterAddressSeconds * 1000);
    await world.platform.db.modReport.updateMany({ where: { text: 'old' }, data: { createdAt } });
    await sweepReporterAddresses(world.platform);
    const rows = await world.platform.db.modReport.findMany({
      where: { text: { in: ['old', 'young'] } },
      orderBy: { text: 'asc' },
    });
    expect(rows.map(({ reporterAddress }) => reporterAddress)).toEqual([null, 'young@example.org']);
  });

  it('a mailbox can be named in few reports a day, and a user names none', async () => {
    const { attempts } = MAIL_REQUEST_LIMITS.report.mailbox;
    const codes: string[] = [];
    for (let at = 0; at <= attempts; at += 1) {
      const email = `victim+${at}@example.org`;
      const { errors } = await anonymous(`198.51.${100 + at}.9`, { email });
      codes.push(errors?.[0].extensions.code ?? 'sent');
    }
    expect(codes).toEqual([...Array(attempts).fill('sent'), 'rate_limited']);
    const nell = await world.creator('nell');
    const browser = await signIn(world, nell.userId);
    const input = { modId, reason: 'other', text: 'mine', email: 'other@example.org' };
    await browser.run(REPORT, { input });
    expect(
      await world.platform.db.modReport.count({ where: { reporterAddress: 'other@example.org' } }),
    ).toBe(0);
  });

  it('the team does not learn who reported the mod, nor their words', async () => {
    const { id } = await reported('vic');
    await judge.run(DECIDE, { id, uphold: true });
    const asked = 'query ($id: ID!) { modReport(id: $id) { text reporter { id } } }';
    expect(await owner.refusal(asked, { id })).toBe('forbidden');
  });

  it('the owners of a deleted mod get no mail about a report of it', async () => {
    const deleted = (await draftMod(alice, 'eyes')).id;
    await publishedVersion(world, alice, deleted, { version: '1.0.0' });
    const { id } = await reported('yul', deleted);
    await owner.run('mutation ($id: ID!) { deleteMod(id: $id) }', { id: deleted });
    await judge.run(DECIDE, { id, uphold: true });
    const told = (await mailsOf(alice.userId)).filter(([, it]) => (it as Json).report === id);
    expect(told).toEqual([]);
  });

  it('an appeal is refused after its time, and to people outside of the team', async () => {
    const { id } = await reported('wes');
    await judge.run(DECIDE, { id, uphold: true });
    expect(await other.refusal(APPEAL, { id })).toBe('forbidden');
    const decidedAt = new Date(world.clock.now().getTime() - LIMITS.appealSeconds * 1000);
    await world.platform.db.modReport.update({ where: { id }, data: { decidedAt } });
    expect(await owner.refusal(APPEAL, { id })).toBe('invalid_state');
  });

  it('a moderator does not decide about a mod of their team, nor about their own report', async () => {
    const { id } = await reported('xen');
    await join(modId, mary, 'reviewer');
    expect(await judge.refusal(DECIDE, { id, uphold: false })).toBe('forbidden');
    expect(await judge.refusal('query ($id: ID!) { modReport(id: $id) { id } }', { id })).toBe(
      'forbidden',
    );
    expect((await judge.run(QUEUE, { modId })).listModReports.items).toEqual([]);
    await world.platform.db.teamMember.deleteMany({ where: { userId: mary.userId } });
    await judge.run(REPORT, { input: { modId, reason: 'other', text: 'mine' } });
    const { id: ownId } = await world.platform.db.modReport.findFirstOrThrow({
      where: { reporterId: mary.userId },
    });
    expect(await judge.refusal(DECIDE, { id: ownId, uphold: true })).toBe('forbidden');
  });

  it('a moderator who left the team of a mod neither lists nor reads its reports', async () => {
    const guarded = (await draftMod(alice, 'eyes')).id;
    await publishedVersion(world, alice, guarded, { version: '1.0.0' });
    const before = (await reported('abe', guarded)).id;
    await join(guarded, mary, 'reviewer');
    await leave(guarded, mary);
    const after = (await reported('bob', guarded)).id;
    const seen = async () => (await judge.run(QUEUE, { modId: guarded })).listModReports.items;
    const READ = 'query ($id: ID!) { modReport(id: $id) { id } }';
    expect(await seen()).toEqual([]);
    for (const id of [before, after]) expect(await judge.refusal(READ, { id })).toBe('forbidden');
    expect((await other.run(QUEUE, { modId: guarded })).listModReports.items).toHaveLength(2);
    // The waiting period ends for reports from after the departure only.
    const { db, clock } = world.platform;
    const leftAt = new Date(clock.now().getTime() - LIMITS.formerMemberSeconds * 1000 - 1);
    await db.formerTeamMember.updateMany({ where: { userId: mary.userId }, data: { leftAt } });
    await db.modReport.update({ where: { id: before }, data: { createdAt: leftAt } });
    expect(await seen()).toMatchObject([{ id: after }]);
    expect(await judge.refusal(READ, { id: before })).toBe('forbidden');
    expect((await judge.run(READ, { id: after })).modReport).toEqual({ id: after });
  });

  it('two concurrent decisions about a report have one effect', async () => {
    const { id } = await reported('yan');
    const outcomes = await Promise.allSettled([
      judge.run(DECIDE, { id, uphold: true }),
      other.run(DECIDE, { id, uphold: false }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('a mod with very many open reports takes no more', async () => {
    const crowded = (await draftMod(alice, 'eyes')).id;
    await publishedVersion(world, alice, crowded, { version: '1.0.0' });
    const now = world.clock.now();
    await world.platform.db.modReport.createMany({
      data: Array.from({ length: LIMITS.openAnonymousReportsPerMod }, () => ({
        id: newId(),
        modId: crowded,
        reason: 'other' as const,
        text: 'x',
        waitingSince: now,
      })),
    });
    const { errors } = await anonymous('203.0.113.77', { modId: crowded });
    expect(errors[0].extensions.code).toBe('invalid_state');
    const input = { modId: crowded, reason: 'malware', text: 'It steals.' };
    expect(await owner.run(REPORT, { input })).toEqual({ reportMod: true });
  });

  it('a report by a program has no reporter, because a token may only have the right to read', async () => {
    const zoe = await world.creator('zoe');
    const input = { modId, reason: 'other', text: 'by a program' };
    expect((await zoe.graphql(REPORT, { input })).body.errors).toBeUndefined();
    const { reporterId } = await world.platform.db.modReport.findFirstOrThrow({
      where: { text: 'by a program' },
    });
    expect(reporterId).toBeNull();
  });
});

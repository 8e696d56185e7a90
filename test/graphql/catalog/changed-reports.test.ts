import { beforeAll, describe, expect, it } from 'vitest';
import { meanwhile } from '../../locks.js';
import { draftMod, publishedVersion } from '../../publishing.js';
import { signIn } from '../identity/signed-in.js';
import { alice, judge, useStaff, world } from '../identity/staff.js';

useStaff();

const REPORT = 'mutation ($input: ReportModInput!) { reportMod(input: $input) }';
const READ = 'query ($id: ID!) { modReport(id: $id) { etag text state } }';
const DECIDE = `mutation ($id: ID!, $etag: String) {
  decideModReport(id: $id, uphold: true, statement: "It steals.", expectedEtag: $etag) {
    state text etag } }`;

let modId: string;

beforeAll(async () => {
  modId = (await draftMod(alice, 'eyes')).id;
  await publishedVersion(world, alice, modId, { version: '1.0.0' });
});

/** A report by a new user, and a function that changes it. */
async function reported(username: string) {
  const { userId } = await world.creator(username);
  const browser = await signIn(world, userId);
  const report = (text: string, reason = 'stolen') =>
    browser.run(REPORT, { input: { modId, reason, text } });
  await report('It is my mod.');
  const { id } = await world.platform.db.modReport.findFirstOrThrow({
    where: { reporterId: userId },
  });
  return { id, report };
}

const read = async (id: string) => (await judge.run(READ, { id })).modReport;

describe('a report that its reporter changes while a moderator decides', () => {
  it.each([
    ['text', 'It is a good mod.', 'stolen'],
    ['reason', 'It is my mod.', 'malware'],
  ])(
    'a decision about a former %s is refused, and one about the present report is accepted',
    async (what, text, reason) => {
      const { id, report } = await reported(`changes-${what}`);
      const { etag } = await read(id);
      expect(await read(id)).toMatchObject({ etag });
      await report(text, reason);
      expect(await judge.refusal(DECIDE, { id, etag })).toBe('precondition_failed');
      const changed = await read(id);
      expect(changed).toMatchObject({ text, state: 'open' });
      expect(changed.etag).not.toBe(etag);
      const { decideModReport } = await judge.run(DECIDE, { id, etag: changed.etag });
      expect(decideModReport).toMatchObject({ text, state: 'upheld' });
      expect(decideModReport.etag).not.toBe(changed.etag);
      expect(await judge.refusal(DECIDE, { id, etag: changed.etag })).toBe('invalid_state');
    },
  );

  it('a change of a report during a decision refuses the decision', async () => {
    const { id } = await reported('hurries');
    const { waited, result } = await meanwhile(
      world,
      (tx) => tx.modReport.update({ where: { id }, data: { text: 'It is a good mod.' } }),
      () => judge.refusal(DECIDE, { id }),
    );
    expect([waited, result]).toEqual([true, 'precondition_failed']);
    expect(await read(id)).toMatchObject({ state: 'open' });
  });
});

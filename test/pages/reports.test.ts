import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/registry/limits.js';
import type { Creator } from '../actors.js';
import { useWorld } from '../harness.js';
import { draftMod, newGame, publishedVersion } from '../publishing.js';
import { signedInVisitor } from './access.js';
import { newPerson, PASSWORD } from './people.js';
import { newVisitor } from './visitor.js';

const world = useWorld({ RATE_LIMITS: 'on' });
let author: Creator;
let path: string;

beforeAll(async () => {
  await newGame(world, 'brackenvale');
  author = await world.creator('author');
  const { id } = await draftMod(author, 'brackenvale');
  await publishedVersion(world, author, id, { version: '1.0.0' });
  path = `/report?mod=${id}`;
  await newPerson(world, 'rita');
});

describe('the page that reports a mod', () => {
  it('a visitor without an account reports a mod from its page', async () => {
    const visitor = newVisitor(world);
    const page = await visitor.get(`/mods/${path.split('=')[1]}`);
    expect(page.html).toContain(`href="${path}"`);
    const sent = await visitor.fill(path, { reason: 'malware', text: 'It steals keys.' });
    expect([sent.status, sent.location]).toEqual([303, path]);
    const thanks = await visitor.get(path);
    expect(thanks.html).toContain('A moderator will look at the mod.');
    expect((await visitor.get(path)).html).toContain('name="reason"');
    expect(await world.platform.db.modReport.count({ where: { text: 'It steals keys.' } })).toBe(1);
  });

  it('a report without a reason or a text is shown again with its input', async () => {
    const visitor = newVisitor(world);
    const noReason = await visitor.fill(path, { text: 'Look here.' });
    expect([noReason.status, noReason.html.includes('Look here.')]).toEqual([422, true]);
    const noText = await visitor.fill(path, { reason: 'other', text: ' ' });
    expect(noText.html).toContain('Describe what is wrong');
  });

  it('a visitor without an account leaves an address for the outcome; a user does not', async () => {
    const visitor = newVisitor(world);
    const report = { reason: 'other', text: 'Mail me.' };
    const wrong = await visitor.fill(path, { ...report, email: 'nowhere' });
    expect([wrong.status, wrong.html.includes('Enter a valid e-mail address, such as')]).toEqual([
      400,
      true,
    ]);
    await visitor.fill(path, { ...report, email: ' Anna@Example.org ' });
    expect((await visitor.get(path)).html).toContain('We will send you the outcome by e-mail.');
    const rows = await world.platform.db.modReport.findMany({ where: { text: 'Mail me.' } });
    expect(rows.map((row) => [row.reporterAddress, row.reporterLocale])).toEqual([
      ['anna@example.org', 'en'],
    ]);
    const rita = newVisitor(world);
    await rita.signIn('rita', PASSWORD);
    expect((await rita.get(path)).html).not.toContain('name="email"');
  });

  it('a report that is sent after a sign-in in another tab is not stored, and its text is shown', async () => {
    const rita = newVisitor(world);
    const token = /name="_token" value="([\w-]+)"/.exec((await rita.get(path)).html)?.[1] ?? '';
    await rita.signIn('rita', PASSWORD);
    const report = { reason: 'other', text: 'Typed before.', email: 'rita@example.org' };
    const refused = await rita.post(path, report, { token });
    expect(refused.status).toBe(403);
    expect(refused.html).toContain('This form has expired');
    expect(refused.html).toContain('Typed before.</textarea>');
    expect(refused.html).not.toContain('rita@example.org');
    const where = { text: 'Typed before.' };
    expect(await world.platform.db.modReport.count({ where })).toBe(0);
  });

  it.each(['/report', '/report?mod=nothing', '/report?mod=1&mod=2'])(
    '%s is not found',
    async (address) => {
      expect((await newVisitor(world).get(address)).status).toBe(404);
    },
  );

  it('the decision about a mod opens for its team only, after a sign-in', async () => {
    const rita = newVisitor(world);
    await rita.signIn('rita', PASSWORD);
    await rita.fill(path, { reason: 'stolen', text: 'Mine.' });
    const { id } = await world.platform.db.modReport.update({
      where: {
        id: (await world.platform.db.modReport.findFirstOrThrow({ where: { text: 'Mine.' } })).id,
      },
      data: { state: 'upheld', statement: 'Seen.', decidedAt: world.clock.now() },
    });
    const decision = `/account/reports/${id}`;
    expect((await newVisitor(world).get(decision)).status).toBe(303);
    expect((await rita.get(decision)).status).toBe(403);
  });

  it.each(['en', 'ru', 'de'])(
    'the decision names the last day of an appeal in %s',
    async (locale) => {
      const { modReport } = world.platform.db;
      const [, modId = ''] = path.split('=');
      const now = world.clock.now();
      const dates = { waitingSince: now, decidedAt: now };
      const data = { modId, reason: 'other', text: 'Day.', state: 'upheld', ...dates } as const;
      const { id } = await modReport.create({ data });
      const visitor = await signedInVisitor(world, author.userId);
      visitor.cookies.set('modport_lang', locale);
      const last = new Date(now.getTime() + LIMITS.appealSeconds * 1000);
      const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
        last,
      );
      const { html } = await visitor.get(`/account/reports/${id}`);
      expect(html).toContain(`>${day}</time></p>`);
    },
  );

  it('an appeal after its time says so, and keeps its text, and the decision has no form any more', async () => {
    const { modReport } = world.platform.db;
    const now = world.clock.now();
    const [, modId = ''] = path.split('=');
    const { id } = await modReport.create({
      data: {
        modId,
        reason: 'other',
        text: 'Late.',
        state: 'upheld',
        waitingSince: now,
        decidedAt: now,
      },
    });
    const visitor = await signedInVisitor(world, author.userId);
    visitor.cookies.set('modport_lang', 'ru');
    const decision = `/account/reports/${id}`;
    expect((await visitor.get(decision)).html).toContain('<textarea');
    const decidedAt = new Date(now.getTime() - LIMITS.appealSeconds * 1000);
    await modReport.update({ where: { id }, data: { decidedAt } });
    const late = await visitor.post(decision, { text: 'But why?' });
    expect([late.status, late.html.includes('But why?')]).toEqual([409, true]);
    expect(late.html).toContain('Апелляцию можно подать один раз, в течение 180 дней');
    expect((await visitor.get(decision)).html).not.toContain('<textarea');
  });

  it('a report of a mod with many open reports says that another one is not needed', async () => {
    const { id: modId } = await draftMod(author, 'brackenvale');
    await publishedVersion(world, author, modId, { version: '1.0.0' });
    const report = { modId, reason: 'other' as const, text: 'x', waitingSince: world.clock.now() };
    await world.platform.db.modReport.createMany({
      data: Array.from({ length: LIMITS.openAnonymousReportsPerMod }, () => report),
    });
    const visitor = newVisitor(world);
    visitor.cookies.set('modport_lang', 'de');
    const sent = await visitor.fill(`/report?mod=${modId}`, { reason: 'other', text: 'Me too.' });
    expect([sent.status, sent.html.includes('Me too.')]).toEqual([409, true]);
    expect(sent.html).toContain('Sie müssen sie nicht noch einmal melden.');
  });

  it('reports from one address are limited', async () => {
    const limited: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      const report = { reason: 'other', text: `Report ${at}.` };
      const { status, html } = await newVisitor(world).fill(path, report);
      if (status === 429) limited.push(html);
    }
    expect(limited.at(-1)).toContain('Report 5.</textarea>');
  });
});

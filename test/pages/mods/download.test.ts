import { beforeAll, describe, expect, it } from 'vitest';
import { RATE_CLASSES } from '../../../src/registry/limits.js';
import type { Creator } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { newGame, sha256Of } from '../../publishing.js';
import { everyNth, longTest } from '../../rounds.js';
import { from, newAddress } from '../../routes/identity/rate-limiting.js';
import { newPerson, PASSWORD } from '../people.js';
import { newVisitor } from '../visitor.js';
import { newMod, type PublishedMod } from './mod-world.js';

const world = useWorld({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' });
let ann: Creator;
let mod: PublishedMod;

beforeAll(async () => {
  ann = await world.creator('ann');
  await newGame(world, 'brackenvale');
  mod = await newMod(world, ann, 'brackenvale');
});

const pageOf = ({ modId, versionId }: PublishedMod) => `/mods/${modId}/versions/${versionId}`;

describe('a download from a page', () => {
  it.each(everyNth(['mod', 'versions', 'version'], 2))(
    'the form of the page %s leads to the bytes that its digest names',
    async (kind) => {
      const visitor = newVisitor(world);
      const base = `/mods/${mod.modId}`;
      const page = { mod: base, versions: `${base}/versions`, version: pageOf(mod) }[kind] ?? '';
      const { status, location } = await visitor.fill(
        page,
        { file: mod.artifactId },
        { action: pageOf(mod) },
      );
      expect(status).toBe(303);
      expect(location).toMatch(/^\/storage\//);
      const bytes = await fetch(`${world.baseUrl}${location}`);
      expect(bytes.headers.get('content-disposition')).toContain('attachment');
      const { html } = await visitor.get(pageOf(mod));
      expect(html).toContain(sha256Of(new Uint8Array(await bytes.arrayBuffer())));
    },
  );

  it('a form from another site starts no download', async () => {
    const visitor = newVisitor(world);
    await visitor.get(pageOf(mod));
    const foreign = await visitor.post(
      pageOf(mod),
      { file: mod.artifactId },
      { headers: { Origin: 'https://evil.example' } },
    );
    expect(foreign.status).toBe(403);
    const forged = await visitor.post(pageOf(mod), { file: mod.artifactId }, { token: 'forged' });
    expect(forged.status).toBe(403);
    expect(forged.html).toContain(`href="${pageOf(mod)}">Open the page again</a>`);
  });

  it.each(['nonsense', '01a20b51-8683-7789-9012-38dfae78794f', ''])(
    'a form that names the file "%s" gets a page and not a failure of the service',
    async (file) => {
      const visitor = newVisitor(world);
      const { status, html } = await visitor.fill(pageOf(mod), { file });
      expect([400, 404]).toContain(status);
      expect(html).toContain('<h1>');
    },
  );

  it('a visitor who has to sign in first returns to the page of the version', async () => {
    const members = await newMod(world, ann, 'brackenvale', {
      mod: { access_tier: 'authenticated' },
    });
    const visitor = newVisitor(world);
    const refused = await visitor.fill(pageOf(members), { file: members.artifactId });
    expect([refused.status, refused.location]).toEqual([
      303,
      `/account/sign-in?${new URLSearchParams({ next: pageOf(members) })}`,
    ]);
    await newPerson(world, 'ben');
    await visitor.signIn('ben', PASSWORD);
    const { status } = await visitor.fill(pageOf(members), { file: members.artifactId });
    expect(status).toBe(303);
  });

  longTest(
    'a download from a page counts with those of the API; above the limit it is a page',
    async () => {
      const visitor = newVisitor(world);
      const headers = from(newAddress());
      await visitor.get(pageOf(mod), headers);
      const send = () => visitor.post(pageOf(mod), { file: mod.artifactId }, { headers });
      expect((await send()).status).toBe(303);
      // Otherwise the limit could allow another request while the test runs.
      world.clock.stop();
      const allowed = RATE_CLASSES['download-resolve'].anonymousPerMinute;
      let status = 0;
      for (let at = 0; at < 2 * allowed && status !== 429; at += 1) {
        ({ status } = await world.anon.post('/downloads/x/resolve', {}, headers));
      }
      const answer = await send();
      expect(answer.status).toBe(429);
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(answer.html).toContain('<code>rate_limited</code>');
      expect((await visitor.get(pageOf(mod), headers)).status).toBe(200);
    },
  );

  longTest('the preview of an installation counts as a plan', async () => {
    const headers = from(newAddress());
    const visitor = newVisitor(world);
    const allowed = RATE_CLASSES.plan.anonymousPerMinute;
    let answer = await visitor.get(`/mods/${mod.modId}/plan`, headers);
    expect(answer.status).toBe(200);
    for (let at = 0; at < 2 * allowed && answer.status !== 429; at += 1) {
      answer = await visitor.get('/mods/01a20b51-8683-7789-9012-38dfae78794f/plan', headers);
    }
    expect(answer.status).toBe(429);
    expect((await visitor.get(`/mods/${mod.modId}`, headers)).status).toBe(200);
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import { agentOf, runTool } from '../../agents.js';
import { refusal } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import { from, newAddress, quotaOf } from '../identity/rate-limiting.js';
import {
  ask,
  countOf,
  GRANT,
  idsOf,
  jobOf,
  newFiles,
  outcome,
  pathOf,
  person,
  rowsOf,
  stranger,
  three,
  useAdmission,
  world,
} from './download-admission.js';

useAdmission();

describe('download leases (Spec 8)', () => {
  longTest('an agent uses the download leases of its user', async () => {
    const tool = 'downloads.resolve';
    const agent = await agentOf(world, await world.creator('agents-user'), tool);
    const files = await newFiles(LIMITS.downloadLeasesUser + 1);
    const outcomes: string[] = [];
    for (const artifact_id of files) {
      outcomes.push(outcome(await runTool(agent, { tool, input: { artifact_id } })));
    }
    const refused = '429 download_rate_limited';
    expect(outcomes).toEqual([...Array(LIMITS.downloadLeasesUser).fill('200'), refused]);
  });

  it('an address has two leases, and a third download gets 429 with its job and wait time', async () => {
    const [a, b, c] = await three();
    const resolve = stranger();
    expect(outcome(await resolve(a))).toBe('200');
    world.clock.advance(100);
    expect(outcome(await resolve(b))).toBe('200');
    world.clock.advance(0.5);
    const sign = vi.spyOn(world.platform.storage, 'signGet');
    const audits = await world.platform.db.auditEntry.count();
    const over = await resolve(c);
    expect(refusal(over)).toBe('429 download_rate_limited');
    const [row] = await rowsOf(c);
    expect(over.body).toMatchObject({
      retryable: true,
      quota_bucket: 'download_leases',
      retry_after_seconds: GRANT - 100,
      download_job: {
        id: row?.jobId,
        grant_id: row?.id,
        progress: { bytes_received: 0, provider: row?.provider },
        etag: expect.stringMatching(/^"/),
      },
    });
    expect(over.headers.get('retry-after')).toBe(String(GRANT - 100));
    expect(quotaOf(over)).toEqual(['2', '0', String(GRANT)]);
    expect(row).toMatchObject({ state: 'waiting', admittedAt: null, chargedAt: null });
    expect(over.text).not.toContain('/storage/');
    expect(sign).not.toHaveBeenCalled();
    expect(await world.platform.db.auditEntry.count()).toBe(audits);
  });

  it('a waiting download is admitted as the same job when its retry_after_seconds have passed', async () => {
    const [a, b, c] = await three();
    const resolve = stranger();
    await resolve(a);
    await resolve(b);
    const waits = await resolve(c);
    const named = { download_job: { id: jobOf(waits).id, progress: { bytes_received: 0 } } };
    for (const body of [undefined, named, undefined]) {
      const again = await resolve(c, body);
      expect([outcome(again), ...idsOf(again)]).toEqual([outcome(waits), ...idsOf(waits)]);
    }
    expect(await rowsOf(c)).toHaveLength(1);
    world.clock.advance(waits.body.retry_after_seconds - 1);
    const early = await resolve(c, named);
    expect([outcome(early), early.body.retry_after_seconds]).toEqual([outcome(waits), 1]);
    world.clock.advance(1);
    const admitted = await resolve(c, named);
    expect([outcome(admitted), ...idsOf(admitted)]).toEqual(['200', ...idsOf(waits)]);
    expect((await fetch(admitted.body.data.primary_url)).status).toBe(200);
  });

  it('a download uses one lease for all its renewals', async () => {
    const [a, b, c] = await three();
    const resolve = stranger();
    const first = await resolve(a);
    await resolve(b);
    for (const _ of [1, 2, 3]) {
      world.clock.advance(GRANT - 1);
      expect(idsOf(await resolve(a))).toEqual(idsOf(first));
      expect(outcome(await resolve(b, { download_job: { id: randomUUID() } }))).toMatch(/^404/);
      await resolve(b);
    }
    expect(refusal(await resolve(c))).toBe('429 download_rate_limited');
    expect(await rowsOf(a)).toHaveLength(1);
  });

  it('an account has four leases across its tokens and addresses', async () => {
    const carol = await world.creator(`carol-${randomUUID().slice(0, 6)}`);
    const ids = await newFiles(5);
    const tokens = [carol, await carol.withToken({}), await carol.withToken({})];
    const outcomes = [];
    for (const [at, id] of ids.entries()) {
      const token = tokens[at % 3] ?? carol;
      outcomes.push(outcome(await token.post(pathOf(id), undefined, from(newAddress()))));
    }
    expect(outcomes).toEqual([...Array(4).fill('200'), '429 download_rate_limited']);
  });

  longTest('accounts and anonymous clients behind one address have separate leases', async () => {
    const address = newAddress();
    const [dora, emil] = [await world.creator('dora'), await world.creator('emil')];
    const ids = await newFiles(4);
    for (const actor of [dora, emil]) {
      for (const id of ids) {
        expect(outcome(await actor.post(pathOf(id), undefined, from(address)))).toBe('200');
      }
    }
    const outcomes = [];
    for (const id of ids) outcomes.push(outcome(await stranger(address)(id)));
    expect(countOf(outcomes, '200')).toBe(2);
  });

  longTest('addresses in one IPv6 /64 share their leases', async () => {
    const ids = await newFiles(3);
    const outcomes = [];
    for (const [at, id] of ids.entries()) {
      outcomes.push(outcome(await stranger(`2001:db8:7:7::${at + 1}`)(id)));
    }
    expect(outcomes).toEqual(['200', '200', '429 download_rate_limited']);
    expect(outcome(await stranger('2001:db8:7:8::1')(ids[2] ?? ''))).toBe('200');
  });

  longTest('an application has sixteen leases across its users', async () => {
    const ids = await newFiles(4);
    const app = `app-${randomUUID()}`;
    for (const _ of [1, 2, 3, 4]) {
      const viewer = person(app, randomUUID());
      for (const id of ids) expect(await ask(viewer, id)).toBe('200');
    }
    const late = randomUUID();
    expect(await ask(person(app, late), ids[0] ?? '')).toBe('download_leases');
    expect(await ask(person(`app-${randomUUID()}`, late), ids[0] ?? '')).toBe('200');
    expect(await ask(person(app, late), ids[0] ?? '')).toBe('200');
    expect(await ask(person(app, late), ids[1] ?? '')).toBe('download_leases');
  });
});

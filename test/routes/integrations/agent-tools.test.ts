import { describe, expect, it } from 'vitest';
import type { Json } from '../../actors.js';
import { agentOf, ran, read, runTool } from '../../agents.js';
import { openLedger } from '../../contract/matrix/ledger.js';
import {
  bareMod,
  draftMod,
  draftVersion,
  makeModerator,
  publishedVersion,
  readyVersion,
  refusal,
  sha256Of,
} from '../../publishing.js';
import { inLongTests, longTest } from '../../rounds.js';
import {
  ALL,
  agent,
  alice,
  bob,
  INJECTION,
  modId,
  one,
  stranger,
  two,
  useAgent,
  world,
} from './agent-scene.js';

useAgent();

describe('mods.search', () => {
  it('mods.search returns the results of GET /search in the same order', async () => {
    const { body } = await world.anon.get('/search?q=lantern&game_slug=agents');
    const { items } = await read(agent, 'mods.search', { q: 'lantern', game_slug: 'agents' });
    expect(items.map((it: Json) => it.id)).toEqual(body.data.map((it: Json) => it.id));
    expect(items.length).toBeGreaterThan(0);
  });
});

describe('mods.get', () => {
  it('mods.get returns a draft to agents of its team only', async () => {
    const { id } = await bareMod(alice, 'agents');
    expect((await read(agent, 'mods.get', { mod_id: id })).mod.state).toBe('draft');
    const asked = { tool: 'mods.get', input: { mod_id: id } };
    expect(refusal(await runTool(stranger, asked))).toBe('404 not_found');
    const elsewhere = await agentOf(world, alice, 'mods.get', [modId]);
    expect(refusal(await runTool(elsewhere, asked))).toBe('404 not_found');
  });

  longTest('agent tools show a moderator no drafts of other teams', async () => {
    const carla = await world.creator('carla');
    await makeModerator(world, carla.userId);
    const hers = await agentOf(world, carla, ALL);
    const { id } = await bareMod(alice, 'agents');
    const asked = { tool: 'mods.get', input: { mod_id: id } };
    expect(refusal(await runTool(hers, asked))).toBe('404 not_found');
    const { id: draft } = await draftVersion(alice, modId, { version: 'of moderators' });
    const ofDraft = { mod_id: modId, from_version_id: one.versionId, to_version_id: draft };
    const compared = await runTool(hers, { tool: 'versions.compare', input: ofDraft });
    expect(refusal(compared)).toBe('404 not_found');
    const { versions } = await read(hers, 'mods.get', { mod_id: modId });
    expect(versions.map((it: Json) => it.version)).not.toContain('of moderators');
    const own = await bareMod(carla, 'agents');
    expect((await read(hers, 'mods.get', { mod_id: own.id })).mod.state).toBe('draft');
  });

  longTest('mods.get returns catalog texts unchanged and runs no instruction in them', async () => {
    const { mod } = await read(agent, 'mods.get', { mod_id: modId });
    expect(mod.description).toEqual({ en: INJECTION.trim() });
    const { dry_run, effects, confirmation } = await ran(agent, {
      tool: 'mods.get',
      input: { mod_id: modId },
    });
    expect([dry_run, effects, confirmation]).toEqual([false, undefined, undefined]);
  });
});

inLongTests(() =>
  describe('install_plans.resolve', () => {
    it('install_plans.resolve returns the same plan as POST /install-plans:resolve', async () => {
      const request = { game_slug: 'agents', mod_ids: [modId] };
      const { body } = await world.anon.post('/install-plans:resolve', request);
      const output = await read(agent, 'install_plans.resolve', request);
      expect(output.plan_id).toBe(body.data.plan_id);
      expect(output.items.map((it: Json) => it.item_id)).toEqual(
        body.data.items.map((it: Json) => it.item_id),
      );
    });
  }),
);

describe('downloads.resolve', () => {
  it('downloads.resolve returns URLs of the exact bytes and a grant of the user', async () => {
    const output = await read(agent, 'downloads.resolve', { artifact_id: two.artifactId });
    const bytes = new Uint8Array(await (await fetch(output.primary_url)).arrayBuffer());
    expect(sha256Of(bytes)).toBe(output.hashes.sha256);
    const grant = await world.platform.db.downloadGrant.findUniqueOrThrow({
      where: { id: output.download_job.grant_id },
    });
    expect(grant.actor).toBe(`user:${alice.userId}`);
  });

  it('downloads.resolve requires the entitlement that the file requires', async () => {
    const { id } = await draftMod(bob, 'agents', { access_tier: 'restricted' });
    const { artifactId } = await publishedVersion(world, bob, id, { version: '1' });
    const asked = { tool: 'downloads.resolve', input: { artifact_id: artifactId } };
    expect(refusal(await runTool(agent, asked))).toBe('403 entitlement_required');
    const data = { userId: alice.userId, kind: 'mod', resourceId: id } as const;
    await world.platform.db.entitlement.create({ data });
    expect((await runTool(agent, asked)).status).toBe(200);
  });

  longTest(
    'a replayed downloads.resolve returns its first download job after newer ones began',
    async () => {
      const tool = 'downloads.resolve';
      const input = { artifact_id: two.artifactId };
      const first = (await runTool(agent, { tool, input }, 'since')).body.data.output;
      const progress = { bytes_received: first.size_bytes };
      const download_job = { id: first.download_job.id, progress };
      expect((await runTool(agent, { tool, input: { ...input, download_job } })).status).toBe(200);
      const other = await read(agent, tool, input);
      expect(other.download_job.id).not.toBe(first.download_job.id);
      const again = await runTool(agent, { tool, input }, 'since');
      expect(again.body.data.output.download_job.id).toBe(first.download_job.id);
    },
  );

  it('a replayed downloads.resolve returns the same download job and stores no body', async () => {
    const asked = { tool: 'downloads.resolve', input: { artifact_id: one.artifactId } };
    const [first, again] = [await runTool(agent, asked, 'k1'), await runTool(agent, asked, 'k1')];
    expect(again.body.data.output.download_job.id).toBe(first.body.data.output.download_job.id);
    const kept = await world.platform.db.idempotencyRecord.findFirstOrThrow({
      where: { key: 'k1' },
    });
    expect([kept.state, kept.body]).toEqual(['effected', null]);
    const other = await runTool(agent, { ...asked, input: { artifact_id: two.artifactId } }, 'k1');
    expect(refusal(other)).toBe('409 idempotency_conflict');
  });
});

describe('versions.compare', () => {
  const compare = (from: string, to: string, who = agent) =>
    runTool(who, {
      tool: 'versions.compare',
      input: { mod_id: modId, from_version_id: from, to_version_id: to },
    });

  it('versions.compare returns the differences in metadata, dependencies and files', async () => {
    const { output } = (await compare(one.versionId, two.versionId)).body.data;
    expect(output.metadata).toEqual([
      { field: 'version', from: '1.0.0', to: '1.1.0' },
      { field: 'changelog', from: {}, to: { en: 'Lamps.' } },
      { field: 'game_versions', from: ['1.20'], to: ['1.20', '1.21'] },
    ]);
    expect(output.dependencies).toMatchObject({
      added: [],
      removed: [{ kind: 'required', version_constraint: '^1.0.0' }],
    });
    expect(output.files).toMatchObject({
      added: [{ id: two.artifactId }],
      removed: [{ id: one.artifactId }],
      unchanged: [],
    });
  });

  longTest('versions.compare of a version with itself returns unchanged files only', async () => {
    const { output } = (await compare(one.versionId, one.versionId)).body.data;
    expect([output.metadata, output.dependencies, output.files.added]).toEqual([
      [],
      { added: [], removed: [] },
      [],
    ]);
    expect(output.files.unchanged).toHaveLength(1);
  });

  it('versions.compare returns the same bytes for the same input', async () => {
    const asked = async () => (await compare(two.versionId, one.versionId)).text;
    expect(await asked()).toBe(await asked());
  });

  it("versions.compare returns 404 for a draft outside the caller's team", async () => {
    const { id } = await draftVersion(alice, modId, { version: 'draft' });
    expect((await compare(one.versionId, id)).status).toBe(200);
    expect(refusal(await compare(one.versionId, id, stranger))).toBe('404 not_found');
  });
});

describe('publisher.validate', () => {
  const validate = (mod: string, version: string, who = agent) =>
    runTool(who, {
      tool: 'publisher.validate',
      input: { mod_id: mod, version_id: version },
    });

  it('publisher.validate names every problem of a draft and none once it can be published', async () => {
    const { id } = await bareMod(alice, 'agents');
    const draft = await draftVersion(alice, id, { version: '1' });
    const { output } = (await validate(id, draft.id)).body.data;
    expect(output.publishable).toBe(false);
    expect(output.problems.map((it: Json) => it.code)).toEqual([
      'version_not_ready',
      'file_missing',
      'cover_required',
    ]);
    const { versionId } = await readyVersion(world, alice, id, { version: '2' });
    const bare = (await validate(id, versionId)).body.data.output;
    expect(bare.problems.map((it: Json) => it.code)).toEqual(['cover_required']);
    await alice.post(`/mods/${id}/media:fallback`);
    const ready = (await validate(id, versionId)).body.data.output;
    expect([ready.publishable, ready.problems, ready.status]).toEqual([true, [], 'ready']);
    const published = await alice.post(`/mods/${id}/versions/${versionId}/publish`, {});
    expect(published.status).toBe(200);
  });

  longTest('publisher.validate publishes and writes nothing', async () => {
    const { id } = await draftMod(alice, 'agents');
    const { versionId } = await readyVersion(world, alice, id, { version: '1' });
    const ledger = await openLedger(world);
    // No job becomes due while the clock stands still.
    world.clock.stop();
    const before = await ledger.read();
    expect((await validate(id, versionId)).body.data.output.publishable).toBe(true);
    expect(await ledger.read()).toEqual(before);
    expect((await world.anon.get(`/mods/${id}`)).status).toBe(404);
  });

  it('publisher.validate reports a published version as not publishable', async () => {
    const { output } = (await validate(modId, one.versionId)).body.data;
    expect([output.publishable, output.status]).toEqual([false, 'published']);
    expect(output.problems.map((it: Json) => it.code)).toEqual(['version_not_ready']);
  });

  it('publisher.validate requires a team role and a credential that can publish the mod', async () => {
    expect(refusal(await validate(modId, one.versionId, stranger))).toBe('403 forbidden');
    const elsewhere = await agentOf(world, alice, ALL, [(await bareMod(alice, 'agents')).id]);
    const limited = await validate(modId, one.versionId, elsewhere);
    expect(refusal(limited)).toBe('403 resource_scope_denied');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeDraft } from '../../../src/modules/integrations/agent-tools/tools/write-draft.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { createSystemContext } from '../../../src/request/context.js';
import type { Json } from '../../actors.js';
import { agentOf, confirmed, runTool } from '../../agents.js';
import { bareMod, draftMod, draftVersion, publishedVersion, refusal } from '../../publishing.js';
import { inLongTests, longTest, rounds } from '../../rounds.js';
import {
  agent,
  agentViewer,
  alice,
  bob,
  confirm,
  drafts,
  ledger,
  newMod,
  remains,
  TOOL,
  told,
  useDrafts,
  world,
} from './agent-draft-scene.js';

useDrafts();

describe('dry run of publisher.draft', () => {
  it('a dry run returns its effects as text and data with a confirmation token', async () => {
    const { id } = await bareMod(alice, 'drafts', { license: 'MIT' });
    const input = {
      action: 'update_mod',
      mod_id: id,
      mod: { license: null, title: { de: 'Talg' } },
    };
    const answer = await told(input);
    expect(answer).toEqual({
      dry_run: true,
      effects: [
        {
          action: 'update_mod',
          summary: expect.stringMatching(/draft of a mod/),
          target: { kind: 'mod', mod_id: id, version_id: null },
          changes: [
            { field: 'title', from: { en: 'A mod' }, to: { de: 'Talg' } },
            { field: 'license', from: 'MIT', to: null },
          ],
        },
      ],
      confirmation: { token: expect.any(String), expires_at: expect.any(String) },
    });
  });

  it('a dry run returns a confirmation token that lives for five minutes', async () => {
    const before = world.clock.now().getTime();
    const { confirmation } = await told(newMod());
    const lifetime = (Date.parse(confirmation.expires_at) - before) / 1000;
    expect(LIMITS.confirmationLifetimeSeconds).toBe(300);
    expect(lifetime).toBeGreaterThanOrEqual(299);
    expect(lifetime).toBeLessThan(330);
  });

  longTest('a dry run returns the same errors as the write', async () => {
    const { id } = await bareMod(bob, 'drafts');
    const mine = await bareMod(alice, 'drafts');
    await draftVersion(alice, mine.id, { version: '7' });
    const cases: [object, string, Json?][] = [
      [{ action: 'update_mod', mod_id: id, mod: { license: 'MIT' } }, '404 not_found'],
      [
        newMod({ title: { en: 'Tallow', constructor: 'x' } }),
        '400 invalid_input',
        [{ field: 'input.mod.title', code: 'invalid_format' }],
      ],
      [
        {
          action: 'create_version',
          mod_id: mine.id,
          version: { version: '1', changelog: { en_GB: 'x' } },
        },
        '400 invalid_input',
        [{ field: 'input.version.changelog', code: 'invalid_format' }],
      ],
      [
        newMod({ game_slug: 'nothing' }),
        '400 invalid_metadata',
        [{ field: 'input.mod.game_slug', code: 'unknown_value' }],
      ],
      [
        {
          action: 'create_version',
          mod_id: mine.id,
          version: { version: '1', game_versions: ['0'] },
        },
        '422 unsupported_version',
      ],
      [
        { action: 'create_version', mod_id: mine.id, version: { version: '7' } },
        '409 duplicate_version',
      ],
      [
        {
          action: 'create_version',
          mod_id: mine.id,
          version: { version: '1', dependencies: [{ kind: 'required', mod_id: id }] },
        },
        '400 invalid_metadata',
        [{ field: 'input.version.dependencies[0].mod_id', code: 'unknown_value' }],
      ],
    ];
    for (const [input, code, fields] of cases) {
      const answer = await runTool(agent, { tool: TOOL, input });
      expect([refusal(answer), answer.body.fields]).toEqual([code, fields]);
    }
  });

  longTest('a dry run checks the team role and the mods of the credential', async () => {
    const { id } = await bareMod(alice, 'drafts');
    await alice.request('PUT', `/mods/${id}/team-members/${bob.userId}`, {
      body: { role: 'reviewer' },
      headers: { 'Idempotency-Key': 'bob' },
    });
    const input = { action: 'update_mod', mod_id: id, mod: { license: 'MIT' } };
    const his = await agentOf(world, bob, 'publisher.draft');
    expect(refusal(await runTool(his, { tool: TOOL, input }))).toBe('403 team_role_denied');
    const other = await bareMod(alice, 'drafts');
    const limited = await agentOf(world, alice, 'publisher.draft', [other.id]);
    expect(refusal(await runTool(limited, { tool: TOOL, input }))).toBe(
      '403 resource_scope_denied',
    );
    const made = await runTool(limited, { tool: TOOL, input: newMod() });
    expect(refusal(made)).toBe('403 resource_scope_denied');
    const fits = { action: 'update_mod', mod_id: other.id, mod: { license: 'MIT' } };
    expect((await runTool(limited, { tool: TOOL, input: fits })).status).toBe(200);
  });

  it('a dry run rejects changes to published mods and versions', async () => {
    const { id } = await draftMod(alice, 'drafts');
    const { versionId } = await publishedVersion(world, alice, id, { version: '1' });
    const version = { changelog: { en: 'x' } };
    for (const input of [
      { action: 'update_mod', mod_id: id, mod: { license: 'MIT' } },
      { action: 'update_version', mod_id: id, version_id: versionId, version },
    ]) {
      const answer = await runTool(agent, { tool: TOOL, input });
      expect(refusal(answer)).toBe('409 invalid_state');
      expect(answer.body.detail).toContain('changes only drafts');
    }
    const { id: draft } = await draftVersion(alice, id, { version: '2' });
    const input = { action: 'update_version', mod_id: id, version_id: draft, version };
    expect((await runTool(agent, { tool: TOOL, input })).status).toBe(200);
  });

  longTest('a dry run rejects a mod that is published between its reads', async () => {
    const { id } = await bareMod(alice, 'drafts');
    const { db } = world.platform;
    let reads = 0;
    // The mod is published between the first and the second read.
    const racing = new Proxy(db, {
      get: (target, name) => {
        const found = Reflect.get(target, name);
        if (name !== '$queryRaw') return found;
        return async (...given: unknown[]) => {
          reads += 1;
          if (reads === 2) {
            const data = { state: 'published', revision: { increment: 1 } } as const;
            await db.mod.update({ where: { id }, data });
          }
          return Reflect.apply(found, target, given);
        };
      },
    });
    const ctx = createSystemContext(
      { ...world.platform, db: racing },
      'test',
      agentViewer(alice.userId),
    );
    const run = await writeDraft.prepare({
      action: 'update_mod',
      mod_id: id,
      mod: { license: 'MIT' },
    });
    await expect(run(ctx)).rejects.toMatchObject({ code: 'invalid_state' });
    expect(reads).toBeGreaterThan(1);
    const { license } = await db.mod.findUniqueOrThrow({ where: { id } });
    expect(license).toBeNull();
  });

  it('a dry run writes nothing except its confirmation, for any input', async () => {
    // From here on the clock stands still, so no job becomes due while a test compares rows.
    world.clock.stop();
    const { id } = await bareMod(alice, 'drafts');
    const { id: versionId } = await draftVersion(alice, id, { version: '1.0.0' });
    const inputs = drafts(id, versionId);
    await fc.assert(
      fc.asyncProperty(inputs, async (input) => {
        const [before, runs] = [await remains(), await world.platform.db.agentRun.count()];
        const { status } = await runTool(agent, { tool: TOOL, input });
        expect(await remains()).toEqual(before);
        const more = (await world.platform.db.agentRun.count()) - runs;
        expect(more).toBe(status === 200 ? 1 : 0);
      }),
      { numRuns: rounds(3, 25) },
    );
  });
});

inLongTests(() =>
  describe('reads and failed steps of publisher.draft', () => {
    it('a mod read after a dry run and a later edit shows the edit, not the dry run', async () => {
      const { id } = await bareMod(alice, 'drafts');
      await told({ action: 'update_mod', mod_id: id, mod: { title: { en: 'Rehearsed' } } });
      const etag = (await alice.get(`/mods/${id}`)).headers.get('etag') ?? '';
      const headers = { 'If-Match': etag, 'Idempotency-Key': 'written' };
      await alice.patch(`/mods/${id}`, { title: { en: 'Written' } }, headers);
      expect((await alice.get(`/mods/${id}`)).body.data.title).toEqual({ en: 'Written' });
    });

    it('publisher.draft adds a slug suffix for a taken title and rejects a taken slug as not_unique', async () => {
      await confirmed(agent, TOOL, newMod({ title: { en: 'Wax' } }));
      const again = await confirmed(agent, TOOL, newMod({ title: { en: 'Wax' } }));
      expect(again.output.mod.slug).toMatch(/^wax-[0-9a-f]{8}$/);
      const taken = await runTool(agent, { tool: TOOL, input: newMod({ slug: 'wax' }) });
      expect([refusal(taken), taken.body.fields]).toEqual([
        '400 invalid_metadata',
        [{ field: 'input.mod.slug', code: 'not_unique' }],
      ]);
    });
  }),
);

describe('tool output that violates its schema', () => {
  /** Returns an input for a version and a function that stores requirements no verb would write. */
  async function broken() {
    const { id } = await bareMod(alice, 'drafts');
    const { id: versionId } = await draftVersion(alice, id, { version: '1' });
    const input = {
      action: 'update_version',
      mod_id: id,
      version_id: versionId,
      version: { changelog: { en: 'New.' } },
    };
    const breaks = (requirements: object) =>
      world.platform.db.modVersion.update({ where: { id: versionId }, data: { requirements } });
    return { input, breaks };
  }

  it('an invalid tool output is 500 invalid_tool_output and the response omits its content', async () => {
    const { input, breaks } = await broken();
    await breaks(['unheard-of']);
    const { status, body, text: sent } = await runTool(agent, { tool: TOOL, input });
    expect([status, body.code, body.retryable]).toEqual([500, 'invalid_tool_output', true]);
    expect(body.retry_after_seconds).toBeGreaterThan(0);
    expect(sent).not.toMatch(/unheard-of|requirements/);
  });

  it('an invalid tool output rolls the confirmed write back and leaves its token unused', async () => {
    const { input, breaks } = await broken();
    const { confirmation } = await told(input);
    await breaks(['unheard-of']);
    const before = await ledger.read();
    expect((await confirm(input, confirmation.token)).status).toBe(500);
    expect(await ledger.read()).toEqual(before);
    await breaks({});
    expect((await confirm(input, confirmation.token)).status).toBe(200);
  });
});

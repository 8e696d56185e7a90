import { describe, expect, it } from 'vitest';
import { agentOf, runTool } from '../../agents.js';
import { bareMod, refusal } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import {
  agent,
  alice,
  bob,
  confirm,
  newMod,
  TOOL,
  told,
  useDrafts,
  world,
} from './agent-draft-scene.js';

useDrafts();

describe('tool run with an idempotency key', () => {
  it('a replayed dry run returns the same effects in the same order and the same confirmation', async () => {
    const asked = { tool: TOOL, input: newMod() };
    const [first, again] = [await runTool(agent, asked, 'dry'), await runTool(agent, asked, 'dry')];
    // The text, because a replay keeps the order of the members as well.
    expect([again.status, again.text]).toEqual([200, first.text]);
    const kept = await world.platform.db.idempotencyRecord.findFirstOrThrow({
      where: { key: 'dry' },
    });
    expect([kept.state, kept.body]).toEqual(['effected', null]);
    const { token } = first.body.data.confirmation;
    expect((await confirm(asked.input, token)).status).toBe(200);
  });

  it('a replayed confirmed run takes effect once and returns the same response', async () => {
    const input = newMod();
    const { token } = (await told(input)).confirmation;
    const asked = { tool: TOOL, input, confirmation_token: token };
    const mods = await world.platform.db.mod.count();
    const [first, again] = [await runTool(agent, asked, 'wet'), await runTool(agent, asked, 'wet')];
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect((await world.platform.db.mod.count()) - mods).toBe(1);
  });

  it('a failed run leaves its idempotency key free', async () => {
    const input = newMod({ game_slug: 'nothing' });
    expect((await runTool(agent, { tool: TOOL, input }, 'free')).status).toBe(400);
    expect((await runTool(agent, { tool: TOOL, input: newMod() }, 'free')).status).toBe(200);
  });

  it('a replay requires the scope of the tool and access to the written mod', async () => {
    const { id } = await bareMod(alice, 'drafts');
    const asked = {
      tool: TOOL,
      input: { action: 'update_mod', mod_id: id, mod: { license: 'MIT' } },
    };
    expect((await runTool(agent, asked, 'narrow')).status).toBe(200);
    const reader = await agentOf(world, alice, 'mods.get');
    expect(refusal(await runTool(reader, asked, 'narrow'))).toBe('403 insufficient_scope');
    const other = await bareMod(alice, 'drafts');
    const limited = await agentOf(world, alice, 'publisher.draft', [other.id]);
    expect(refusal(await runTool(limited, asked, 'narrow'))).toBe('403 resource_scope_denied');
  });
});

describe('access check of a replayed run', () => {
  const update = (id: string) => ({ action: 'update_mod', mod_id: id, mod: { license: 'MIT' } });

  /**
   * Runs a dry run and its confirmed write, both with an idempotency key, as an agent of bob, a
   * team member.
   */
  async function kept(role: string, input: (id: string) => object) {
    const { id } = await bareMod(alice, 'drafts');
    const setRole = (next: string) =>
      alice.request('PUT', `/mods/${id}/team-members/${bob.userId}`, {
        body: { role: next },
        headers: { 'Idempotency-Key': `${id}-${next}` },
      });
    await setRole(role);
    const his = await agentOf(world, bob, 'publisher.draft');
    const dry = { tool: TOOL, input: input(id) };
    const first = await runTool(his, dry, `dry-${id}`);
    const wet = { ...dry, confirmation_token: first.body.data.confirmation.token };
    const second = await runTool(his, wet, `wet-${id}`);
    const again = async (who = his) => [
      await runTool(who, dry, `dry-${id}`),
      await runTool(who, wet, `wet-${id}`),
    ];
    expect((await again()).map(({ body }) => body)).toEqual([first.body, second.body]);
    return { id, setRole, again, bodies: [first.body, second.body] };
  }

  it('a replay requires the team role that the run required', async () => {
    const version = { action: 'create_version', version: { version: '1' } };
    for (const input of [update, (id: string) => ({ ...version, mod_id: id })]) {
      const { setRole, again } = await kept('maintainer', input);
      await setRole('reviewer');
      const refused = '403 team_role_denied';
      expect((await again()).map(refusal)).toEqual([refused, refused]);
    }
  });

  longTest('a replay requires team membership for draft and published mods', async () => {
    const { id, again } = await kept('maintainer', update);
    await alice.request('DELETE', `/mods/${id}/team-members/${bob.userId}`, {
      headers: { 'Idempotency-Key': `${id}-gone` },
    });
    expect((await again()).map(refusal)).toEqual(['404 not_found', '404 not_found']);
    await world.platform.db.mod.update({ where: { id }, data: { state: 'published' } });
    expect((await again()).map(refusal)).toEqual(['403 forbidden', '403 forbidden']);
  });

  longTest(
    'a replay by a limited credential is denied for other mods and for mod creation',
    async () => {
      const { again } = await kept('maintainer', update);
      const { id: other } = await bareMod(bob, 'drafts');
      const limited = await agentOf(world, bob, 'publisher.draft', [other]);
      const refused = '403 resource_scope_denied';
      expect((await again(limited)).map(refusal)).toEqual([refused, refused]);
      const his = await agentOf(world, bob, 'publisher.draft');
      const made = { tool: TOOL, input: newMod() };
      expect((await runTool(his, made, 'of-bob')).status).toBe(200);
      expect(refusal(await runTool(limited, made, 'of-bob'))).toBe(refused);
    },
  );

  it('a replay for a draft deleted in the meantime returns the stored result', async () => {
    const { id, again, bodies } = await kept('maintainer', update);
    await world.platform.db.mod.update({ where: { id }, data: { state: 'deleted' } });
    await world.platform.db.tombstone.create({ data: { id, entity: 'mod' } });
    expect((await again()).map(({ body }) => body)).toEqual(bodies);
    const { id: other } = await bareMod(bob, 'drafts');
    const limited = await agentOf(world, bob, 'publisher.draft', [other]);
    const refused = '403 resource_scope_denied';
    expect((await again(limited)).map(refusal)).toEqual([refused, refused]);
  });
});

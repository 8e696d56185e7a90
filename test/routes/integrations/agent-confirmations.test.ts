import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { enqueue } from '../../../src/platform/queue/queue.port.js';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Json } from '../../actors.js';
import { agentOf, confirmed, runTool } from '../../agents.js';
import { bareMod, draftVersion, refusal } from '../../publishing.js';
import { longTest, rounds } from '../../rounds.js';
import {
  agent,
  alice,
  bob,
  confirm,
  drafts,
  newMod,
  remains,
  TOOL,
  told,
  useDrafts,
  world,
} from './agent-draft-scene.js';

useDrafts();

describe('confirmed run', () => {
  it('a confirmed run makes exactly the changes that the dry run returned', async () => {
    const { id } = await bareMod(alice, 'drafts');
    const { id: versionId } = await draftVersion(alice, id, { version: '1.0.0' });
    await fc.assert(
      fc.asyncProperty(drafts(id, versionId), async (input) => {
        const first = await runTool(agent, { tool: TOOL, input });
        if (first.status !== 200) return;
        const { effects, confirmation } = first.body.data;
        const { body, status } = await confirm(input, confirmation.token);
        expect([status, body.data.dry_run, body.data.confirmation]).toEqual([
          200,
          false,
          undefined,
        ]);
        expect(body.data.effects).toEqual(effects);
        const [effect] = effects;
        const shown = body.data.output.mod ?? body.data.output.version;
        for (const { field, to } of effect.changes) {
          if (field === 'game_slug') expect(shown.game.slug).toEqual(to);
          else if (field === 'categories') {
            expect(shown.categories.map((it: Json) => it.slug).toSorted()).toEqual(to);
          } else expect(shown[field]).toEqual(to);
        }
      }),
      { numRuns: rounds(2, 25) },
    );
  });

  longTest('the mod and version routes show what a confirmed run wrote', async () => {
    const { output } = await confirmed(agent, TOOL, newMod({ slug: 'tallow-made' }));
    const shown = await alice.get(`/mods/${output.mod_id}`);
    expect(shown.body.data).toMatchObject({ id: output.mod_id, slug: 'tallow-made' });
    const version = { version: '1', dependencies: [], requirements: { memory_mb: 512 } };
    const input = { action: 'create_version', mod_id: output.mod_id, version };
    const made = (await confirmed(agent, TOOL, input)).output;
    const read = await alice.get(`/mods/${output.mod_id}/versions/${made.version_id}`);
    expect(read.body.data).toMatchObject({ version: '1', requirements: { memory_mb: 512 } });
  });

  it('a confirmed run writes audit entries for the verb and for the tool under the agent credential', async () => {
    const input = newMod();
    const { confirmation } = await told(input);
    const answer = await confirm(input, confirmation.token);
    const requestId = answer.headers.get('x-request-id') ?? '';
    const lines = await world.platform.db.auditEntry.findMany({
      where: { requestId },
      orderBy: { action: 'asc' },
    });
    const by = { actorId: alice.userId, credentialKind: 'agent', outcome: 'done' };
    const targetId = answer.body.data.output.mod_id;
    expect(lines).toMatchObject([
      { ...by, action: 'agent_tool.run', targetKind: 'mod', targetId, data: { tool: TOOL } },
      { ...by, action: 'mod.created', targetKind: 'mod', targetId },
    ]);
    const credential = await world.platform.db.credential.findUniqueOrThrow({
      where: { id: lines[0]?.credentialId ?? '' },
    });
    expect([credential.userId, credential.kind]).toEqual([alice.userId, 'pat']);
  });

  longTest('a confirmed run requires a valid User-Agent, as other writes do', async () => {
    const headers = { 'User-Agent': 'curl/8.5.0' };
    const body = { tool: TOOL, input: newMod() };
    const answer = await agent.request('POST', '/agent/tools:run', { body, headers });
    expect(refusal(answer)).toBe('400 invalid_client_identity');
  });
});

describe('confirmation token', () => {
  const required = '403 confirmation_required';

  it('a confirmation token works once', async () => {
    const input = newMod();
    const { confirmation } = await told(input);
    expect((await confirm(input, confirmation.token)).status).toBe(200);
    expect(refusal(await confirm(input, confirmation.token))).toBe(required);
  });

  it('a confirmation token is valid for its exact input in any member order', async () => {
    const input = newMod({ license: 'MIT' });
    const { confirmation } = await told(input);
    for (const other of [newMod({ license: 'MIT ' }), newMod(), newMod({ license: null })]) {
      expect(refusal(await confirm(other, confirmation.token))).toBe(required);
    }
    const { action, mod } = input;
    const turned = { mod: Object.fromEntries(Object.entries(mod).toReversed()), action };
    expect((await confirm(turned, confirmation.token)).status).toBe(200);
  });

  it('a confirmation token is valid for any agent of its user and for no other user', async () => {
    const input = newMod();
    const { confirmation } = await told(input);
    const his = await agentOf(world, bob, 'publisher.draft');
    expect(refusal(await confirm(input, confirmation.token, his))).toBe(required);
    const another = await agentOf(world, alice, 'publisher.draft');
    expect((await confirm(input, confirmation.token, another)).status).toBe(200);
  });

  it('a changed confirmation token is rejected', async () => {
    const input = newMod();
    const { token } = (await told(input)).confirmation;
    const [id, mac] = token.split('.');
    const forged = [
      '',
      'x',
      id,
      `${id}.`,
      `${id}.${'A'.repeat(43)}`,
      `${crypto.randomUUID()}.${mac}`,
      `${token} `,
      token.toUpperCase(),
    ];
    for (const other of forged) expect(refusal(await confirm(input, other))).toBe(required);
    expect((await confirm(input, token)).status).toBe(200);
  });

  it('a confirmation token is rejected while the draft differs from the dry run, and stays unused', async () => {
    const { id } = await bareMod(alice, 'drafts', { license: 'MIT' });
    const input = { action: 'update_mod', mod_id: id, mod: { license: 'ISC' } };
    const { confirmation } = await told(input);
    const change = async (license: string) => {
      const tag = (await alice.get(`/mods/${id}`)).headers.get('etag') ?? '';
      const headers = { 'If-Match': tag, 'Idempotency-Key': license };
      const answer = await alice.patch(`/mods/${id}`, { license }, headers);
      expect(answer.status).toBe(200);
    };
    await change('Zlib');
    const before = await remains();
    expect(refusal(await confirm(input, confirmation.token))).toBe(required);
    expect(await remains()).toEqual(before);
    await change('MIT');
    expect((await confirm(input, confirmation.token)).status).toBe(200);
  });

  it('concurrent runs with one confirmation token take effect once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const input = newMod();
      const { confirmation } = await told(input);
      const mods = await world.platform.db.mod.count();
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => confirm(input, confirmation.token)),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403]);
      expect((await world.platform.db.mod.count()) - mods).toBe(1);
    }
  });

  it('a confirmation token is not stored in the database', async () => {
    const { confirmation } = await told(newMod());
    const [, mac = ''] = confirmation.token.split('.');
    const rows = await world.platform.db.agentRun.findMany();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(mac);
  });
});

describe('expiry of a confirmation token', () => {
  it('a confirmation token expires after five minutes', async () => {
    const input = newMod();
    const { confirmation } = await told(input);
    world.clock.advance(LIMITS.confirmationLifetimeSeconds + 1);
    expect(refusal(await confirm(input, confirmation.token))).toBe('403 confirmation_required');
  });

  longTest('the clean-up job deletes expired confirmation tokens', async () => {
    await told(newMod());
    world.clock.advance(LIMITS.confirmationLifetimeSeconds + 1);
    await enqueue(world.platform.db, { kind: 'sweep-storage', payload: {} });
    await world.settled();
    const now = world.clock.now();
    expect(await world.platform.db.agentRun.count({ where: { expiresAt: { lte: now } } })).toBe(0);
  });
});

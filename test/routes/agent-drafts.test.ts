import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeDraft } from '../../src/modules/integrations/agent-tools/tools/write-draft.js';
import { enqueue } from '../../src/platform/queue/enqueue.js';
import { LIMITS } from '../../src/registry/limits.js';
import { createSystemContext } from '../../src/request/context.js';
import type { Viewer } from '../../src/request/viewer.js';
import type { Actor, Creator, Json } from '../actors.js';
import { agentOf, confirmed, ran, runTool } from '../agents.js';
import { type LedgerReader, openLedger } from '../contract/matrix/ledger.js';
import { useWorld } from '../harness.js';
import {
  bareMod,
  draftMod,
  draftVersion,
  newGame,
  publishedVersion,
  refusal,
} from '../publishing.js';

const world = useWorld({}, { jobs: 'when-settled', periodicJobs: false });
const TOOL = 'publisher.draft';

let alice: Creator;
let bob: Creator;
let agent: Actor;
let ledger: LedgerReader;

beforeAll(async () => {
  await newGame(world, 'drafts');
  alice = await world.creator('alice');
  bob = await world.creator('bob');
  ledger = await openLedger(world);
});

beforeEach(async () => {
  agent = await agentOf(world, alice, 'publisher.draft mods.get');
});

const newMod = (more: object = {}) => ({
  action: 'create_mod',
  mod: { game_slug: 'drafts', title: { en: 'Tallow' }, description: { en: 'Candles.' }, ...more },
});

const confirm = (input: object, token: string, who = agent) =>
  runTool(who, { tool: TOOL, input, confirmation_token: token });

const told = (input: object): Promise<Json> => ran(agent, { tool: TOOL, input });

/** The viewer of an agent credential, for tools called in this process. */
function agentViewer(userId: string): Viewer {
  return {
    ...{ kind: 'user', actor: `user:${userId}`, userId, username: 'u', role: 'user' },
    credential: {
      ...{ kind: 'agent', id: randomUUID(), clientId: null, scopes: ['agent:publisher.draft'] },
      ...{ modIds: null, expiresAt: null, aal2At: null },
    },
  };
}

/** All database rows except confirmations, the only rows a dry run may add. */
async function remains(): Promise<Json> {
  const { agent_runs: _, ...others } = await ledger.read();
  return others;
}

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

  it('a dry run returns the same errors as the write', async () => {
    const { id } = await bareMod(bob, 'drafts');
    const mine = await bareMod(alice, 'drafts');
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

  it('a dry run checks the team role and the mods of the credential', async () => {
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
      expect(refusal(await runTool(agent, { tool: TOOL, input }))).toBe('409 invalid_state');
    }
    const { id: draft } = await draftVersion(alice, id, { version: '2' });
    const input = { action: 'update_version', mod_id: id, version_id: draft, version };
    expect((await runTool(agent, { tool: TOOL, input })).status).toBe(200);
  });

  it('a dry run rejects a mod that is published between its reads', async () => {
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
      { numRuns: 25 },
    );
  });
});

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
});

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

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((it) => it.trim() !== '');
const texts = fc.dictionary(fc.constantFrom('en', 'de', 'pt-BR'), text, { minKeys: 1, maxKeys: 3 });
const modMembers = {
  title: texts,
  description: texts,
  summary: fc.option(texts),
  license: fc.option(text),
  homepage_url: fc.option(fc.constant('https://example.org/a')),
  access_tier: fc.constantFrom('public', 'authenticated'),
  categories: fc.subarray(['tools', 'magic']),
};
const versionMembers = {
  changelog: fc.option(texts),
  release_channel: fc.constantFrom('release', 'beta'),
  game_versions: fc.subarray(['1.20', '1.21']),
  loader_platforms: fc.subarray(['fabric', 'forge']),
  requirements: fc.option(fc.dictionary(text, fc.jsonValue(), { maxKeys: 2 })),
};

/** Arbitrary writes to a draft; the tool rejects some of them. */
const drafts = (modId: string, versionId: string) =>
  fc.oneof(
    fc.record({
      action: fc.constant('create_mod'),
      mod: fc.record(
        { game_slug: fc.constantFrom('drafts', 'nothing'), ...modMembers },
        { requiredKeys: ['game_slug', 'title', 'description'] },
      ),
    }),
    fc.record({
      action: fc.constant('update_mod'),
      mod_id: fc.constant(modId),
      mod: fc.record(modMembers, { requiredKeys: [] }),
    }),
    fc.record({
      action: fc.constant('create_version'),
      mod_id: fc.constant(modId),
      version: fc.record(
        { version: fc.constantFrom('1.0.0', '2.0.0', '3'), ...versionMembers },
        { requiredKeys: ['version'] },
      ),
    }),
    fc.record({
      action: fc.constant('update_version'),
      mod_id: fc.constant(modId),
      version_id: fc.constant(versionId),
      version: fc.record(versionMembers, { requiredKeys: [] }),
    }),
  );

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
      { numRuns: 25 },
    );
  });

  it('the mod and version routes show what a confirmed run wrote', async () => {
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

  it('a confirmed run requires a valid User-Agent, as other writes do', async () => {
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

describe('tool run with an idempotency key', () => {
  it('a replayed dry run returns the same effects and the same confirmation', async () => {
    const asked = { tool: TOOL, input: newMod() };
    const [first, again] = [await runTool(agent, asked, 'dry'), await runTool(agent, asked, 'dry')];
    expect([again.status, again.body]).toEqual([200, first.body]);
    const kept = await world.platform.db.idempotencyRecord.findFirstOrThrow({
      where: { key: 'dry' },
    });
    expect([kept.state, kept.body]).toEqual(['done', null]);
    const { token } = first.body.data.confirmation;
    expect((await confirm(asked.input, token)).status).toBe(200);
  });

  it('a replayed confirmed run takes effect once and returns the same response', async () => {
    const input = newMod();
    const { token } = (await told(input)).confirmation;
    const asked = { tool: TOOL, input, confirmation_token: token };
    const mods = await world.platform.db.mod.count();
    const [first, again] = [await runTool(agent, asked, 'wet'), await runTool(agent, asked, 'wet')];
    expect([again.status, again.body]).toEqual([200, first.body]);
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

  it('a replay requires team membership for draft and published mods', async () => {
    const { id, again } = await kept('maintainer', update);
    await alice.request('DELETE', `/mods/${id}/team-members/${bob.userId}`, {
      headers: { 'Idempotency-Key': `${id}-gone` },
    });
    expect((await again()).map(refusal)).toEqual(['404 not_found', '404 not_found']);
    await world.platform.db.mod.update({ where: { id }, data: { state: 'published' } });
    expect((await again()).map(refusal)).toEqual(['403 forbidden', '403 forbidden']);
  });

  it('a replay by a limited credential is denied for other mods and for mod creation', async () => {
    const { again } = await kept('maintainer', update);
    const { id: other } = await bareMod(bob, 'drafts');
    const limited = await agentOf(world, bob, 'publisher.draft', [other]);
    const refused = '403 resource_scope_denied';
    expect((await again(limited)).map(refusal)).toEqual([refused, refused]);
    const his = await agentOf(world, bob, 'publisher.draft');
    const made = { tool: TOOL, input: newMod() };
    expect((await runTool(his, made, 'of-bob')).status).toBe(200);
    expect(refusal(await runTool(limited, made, 'of-bob'))).toBe(refused);
  });

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

// These tests advance the clock, so jobs become due. Keep them after the tests that compare rows.
describe('expiry of a confirmation token', () => {
  it('a confirmation token expires after five minutes', async () => {
    const input = newMod();
    const { confirmation } = await told(input);
    world.clock.advance(LIMITS.confirmationLifetimeSeconds + 1);
    expect(refusal(await confirm(input, confirmation.token))).toBe('403 confirmation_required');
  });

  it('the clean-up job deletes expired confirmation tokens', async () => {
    await told(newMod());
    world.clock.advance(LIMITS.confirmationLifetimeSeconds + 1);
    await enqueue(world.platform.db, { kind: 'sweep-storage', payload: {} });
    await world.settled();
    const now = world.clock.now();
    expect(await world.platform.db.agentRun.count({ where: { expiresAt: { lte: now } } })).toBe(0);
  });
});

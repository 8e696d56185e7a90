import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { RATE_CLASSES } from '../../../src/registry/limits.js';
import type { Actor, Creator } from '../../actors.js';
import { agentOf, exchanged, runTool } from '../../agents.js';
import { useWorld } from '../../harness.js';
import { newGame } from '../../publishing.js';

const world = useWorld({ RATE_LIMITS: 'on' }, { jobs: 'when-settled' });
let alice: Creator;
let agent: Actor;

beforeAll(async () => {
  world.clock.stop();
  await newGame(world, 'limits');
  alice = await world.creator('alice');
  agent = await agentOf(world, alice, 'mods.get install_plans.resolve');
});

describe('rate limits of agents', () => {
  it('agent responses carry the rate limit of the agent class', async () => {
    const { headers } = await agent.get('/agent/tools');
    expect(headers.get('ratelimit-limit')).toBe(String(RATE_CLASSES.agent.credentialPerMinute));
  });

  it('agents exchanged from one token share its rate limit', async () => {
    const { token } = await alice.withToken({ scopes: 'agent:mods.get' });
    const left = [];
    for (let turn = 0; turn < 2; turn += 1) {
      const { body } = await exchanged(world, token ?? '', 'agent:mods.get');
      const headers = { Authorization: `Bearer ${body.access_token}` };
      left.push((await world.anon.get('/agent/tools', headers)).headers.get('ratelimit-remaining'));
    }
    const [first, second] = left.map(Number);
    expect(second).toBe(Number(first) - 1);
  });

  it('a tool run counts against the rate limit of the matching route', async () => {
    const scopes = 'agent:install_plans.resolve install_plans:resolve';
    const personal = await alice.withToken({ scopes });
    const input = { game_slug: 'limits', mod_ids: [randomUUID()] };
    for (let turn = 0; turn < 3; turn += 1) {
      const { status } = await runTool(personal, { tool: 'install_plans.resolve', input });
      expect(status).toBe(404);
    }
    const { headers } = await personal.post('/install-plans:resolve', input);
    expect(headers.get('ratelimit-remaining')).toBe(
      String(RATE_CLASSES.plan.credentialPerMinute - 4),
    );
  });

  it('a replay that runs the tool again counts against the rate limit', async () => {
    const scopes = 'agent:mods.search mods:read';
    const personal = await alice.withToken({ scopes });
    const asked = { tool: 'mods.search', input: { q: 'tallow' } };
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await runTool(personal, asked, 'again')).status).toBe(200);
    }
    const { headers } = await personal.get('/search?q=tallow');
    expect(headers.get('ratelimit-remaining')).toBe(
      String(RATE_CLASSES.search.credentialPerMinute - 4),
    );
  });
});

import type { Actor, Answer, Creator, Json } from './actors.js';
import { withSecret } from './actors.js';
import type { World } from './harness.js';

/** The input of one tool run. */
export interface Asked {
  readonly tool: string;
  readonly input: object;
  readonly confirmation_token?: string;
}

/** Requests a tool run, without an idempotency key unless one is given. */
export function runTool(actor: Actor, asked: Asked, key?: string): Promise<Answer> {
  const headers = key === undefined ? {} : { 'Idempotency-Key': key };
  return actor.request('POST', '/agent/tools:run', { body: asked, headers });
}

/** The data of a successful run. Throws if the run fails. */
export async function ran(actor: Actor, asked: Asked): Promise<Json> {
  const answer = await runTool(actor, asked);
  if (answer.status !== 200) throw new Error(`not run: ${answer.text}`);
  return answer.body.data;
}

/** The output of a tool that only reads. */
export async function read(actor: Actor, tool: string, input: object): Promise<Json> {
  return (await ran(actor, { tool, input })).output;
}

/** Runs a writing tool twice: first for its effects, then with the confirmation token. */
export async function confirmed(actor: Actor, tool: string, input: object): Promise<Json> {
  const told = await ran(actor, { tool, input });
  return ran(actor, { tool, input, confirmation_token: told.confirmation.token });
}

/** Exchanges a token for an agent token, as a program does (RFC 8693). */
export async function exchanged(world: World, subject: string, scope: string): Promise<Answer> {
  const response = await fetch(`${world.baseUrl}/oauth/token`, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: subject,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      audience: 'agent-gateway',
      scope,
    }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

/** An agent of a creator, with its own token for the given tools. */
export async function agentOf(
  world: World,
  creator: Creator,
  tools: string,
  modIds: readonly string[] | null = null,
): Promise<Actor> {
  const scope = tools
    .split(' ')
    .map((tool) => `agent:${tool}`)
    .join(' ');
  const { token } = await creator.withToken({ scopes: scope, modIds });
  const { body, text } = await exchanged(world, token ?? '', scope);
  if (!body.access_token) throw new Error(`not exchanged: ${text}`);
  return withSecret(world.baseUrl, body.access_token);
}

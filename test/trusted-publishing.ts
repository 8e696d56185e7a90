import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { type Actor, type Answer, type Creator, type Json, withSecret } from './actors.js';
import type { CiIssuer } from './ci-issuer.js';
import type { World } from './harness.js';

/** The grant type and the types of tokens of the exchange. */
export const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
export const JWT = 'urn:ietf:params:oauth:token-type:jwt';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';

/** The members that the configuration of an owner and the token of a job share. */
export const GITHUB = {
  repository: 'ada/lanterns',
  workflow: 'release.yml',
} as const;

/** The times and ids of a token, as a CI service writes them. */
function base(world: World, issuer: CiIssuer): JWTPayload {
  const now = Math.floor(world.clock.now().getTime() / 1000);
  return {
    ...{ iss: issuer.url, aud: world.baseUrl, sub: 'repo:ada/lanterns:ref:refs/tags/v1.0.0' },
    ...{ iat: now, nbf: now, exp: now + 300, jti: randomUUID() },
  };
}

/** The claims of a job at GitHub Actions. A value of undefined removes one. */
export function githubClaims(world: World, issuer: CiIssuer, more: JWTPayload = {}): JWTPayload {
  const workflow = 'ada/lanterns/.github/workflows/release.yml@refs/tags/v1.0.0';
  return {
    ...base(world, issuer),
    repository: 'ada/lanterns',
    repository_id: '4711',
    repository_owner: 'ada',
    repository_owner_id: '99',
    workflow_ref: workflow,
    job_workflow_ref: workflow,
    event_name: 'push',
    ref: 'refs/tags/v1.0.0',
    ref_type: 'tag',
    sha: COMMIT,
    run_id: '1001',
    run_attempt: '1',
    ...more,
  };
}

/** The claims of a job at GitLab CI. */
export function gitlabClaims(world: World, issuer: CiIssuer, more: JWTPayload = {}): JWTPayload {
  return {
    ...base(world, issuer),
    project_path: 'studio/mods/lanterns',
    project_id: '55',
    namespace_id: '7',
    namespace_path: 'studio/mods',
    ci_config_ref_uri: 'gitlab.com/studio/mods/lanterns//.gitlab-ci.yml@refs/tags/v1.0.0',
    pipeline_source: 'push',
    ref: 'v1.0.0',
    ref_type: 'tag',
    sha: COMMIT,
    pipeline_id: '2002',
    job_id: '3003',
    ...more,
  };
}

/** Configures a trusted publisher and returns it. */
export async function trust(owner: Actor, modId: string, input: object): Promise<Json> {
  const made = await owner.post(`/beta/mods/${modId}/trusted-publishers`, input);
  if (made.status !== 201) throw new Error(`no publisher: ${made.text}`);
  return made.body.data;
}

/** Exchanges a token of CI as a job does. A parameter of null is left out. */
export async function exchange(
  world: World,
  modId: string,
  token: string,
  more: Readonly<Record<string, string | null>> = {},
): Promise<Pick<Answer, 'status' | 'body' | 'headers'>> {
  const all = {
    ...{ grant_type: EXCHANGE, subject_token: token, subject_token_type: JWT },
    resource: `${world.baseUrl}/v1/mods/${modId}`,
    ...more,
  };
  const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null);
  const response = await fetch(`${world.baseUrl}/oauth/token`, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams(given),
  });
  const { status, headers } = response;
  return { status, headers, body: JSON.parse(await response.text()) };
}

/** A caller with the access token of an exchange. */
export async function runOf(world: World, modId: string, token: string): Promise<Actor> {
  const { status, body } = await exchange(world, modId, token);
  if (status !== 200) throw new Error(`no token: ${JSON.stringify(body)}`);
  return withSecret(world.baseUrl, body.access_token);
}

/** Makes another owner of a mod, without a request. */
export async function addOwner(world: World, modId: string, { userId }: Creator): Promise<void> {
  const { db } = world.platform;
  const { teamId } = await db.mod.findUniqueOrThrow({ where: { id: modId } });
  await db.teamMember.create({ data: { teamId, userId, role: 'owner' } });
}

import type { JWTPayload } from 'jose';
import type { CiIssuer } from '../clients/testing/ci-issuer.js';
import { type CiPlace, githubJob, gitlabJob } from '../clients/testing/ci-jobs.js';
import { type Actor, type Answer, type Creator, type Json, withSecret } from './actors.js';
import type { World } from './harness.js';
import { addTeamMember } from './team-members.js';

/** The grant type and the types of tokens of the exchange. */
export const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
export const JWT = 'urn:ietf:params:oauth:token-type:jwt';

export { GITHUB, GITLAB } from '../clients/testing/ci-jobs.js';

/** The claims of a job at GitHub Actions. A value of undefined removes one. */
export function githubClaims(world: World, issuer: CiIssuer, more: JWTPayload = {}): JWTPayload {
  return githubJob(placeOf(world, issuer), more);
}

/** The claims of a job at GitLab CI. */
export function gitlabClaims(world: World, issuer: CiIssuer, more: JWTPayload = {}): JWTPayload {
  return gitlabJob(placeOf(world, issuer), more);
}

function placeOf({ baseUrl, clock }: World, issuer: CiIssuer): CiPlace {
  return { issuer: issuer.url, audience: baseUrl, now: clock.now() };
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
    grant_type: EXCHANGE,
    subject_token: token,
    subject_token_type: JWT,
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
  await addTeamMember(world, modId, { userId, role: 'owner' });
}

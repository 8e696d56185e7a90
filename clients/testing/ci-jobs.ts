import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';

/** The issuer of a job's token, the service that it is for, and the time at which the job runs. */
export interface CiPlace {
  readonly issuer: string;
  readonly audience: string;
  readonly now: Date;
}

const COMMIT = '0123456789abcdef0123456789abcdef01234567';

/** The members that the configuration of an owner and the token of a job at GitHub share. */
export const GITHUB = {
  repository: 'ada/lanterns',
  workflow: 'release.yml',
} as const;

/** The same for a job at GitLab. */
export const GITLAB = {
  repository: 'studio/mods/lanterns',
  workflow: '.gitlab-ci.yml',
} as const;

/** The times and ids of a token, as a CI service writes them. */
function base({ issuer, audience, now }: CiPlace): JWTPayload {
  const seconds = Math.floor(now.getTime() / 1000);
  return {
    iss: issuer,
    aud: audience,
    sub: 'repo:ada/lanterns:ref:refs/tags/v1.0.0',
    iat: seconds,
    nbf: seconds,
    exp: seconds + 300,
    jti: randomUUID(),
  };
}

/** The claims of a job at GitHub Actions. A value of undefined removes one. */
export function githubJob(place: CiPlace, more: JWTPayload = {}): JWTPayload {
  const workflow = 'ada/lanterns/.github/workflows/release.yml@refs/tags/v1.0.0';
  return {
    ...base(place),
    repository: GITHUB.repository,
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
export function gitlabJob(place: CiPlace, more: JWTPayload = {}): JWTPayload {
  return {
    ...base(place),
    project_path: GITLAB.repository,
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

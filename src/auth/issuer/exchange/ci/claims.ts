import type { JWTPayload } from 'jose';
import { z } from 'zod';
import type { CiFacts } from '../../../../modules/collaboration/index.js';
import { GITHUB_ISSUER } from '../../../../registry/ci-issuers.js';

const digits = z
  .union([z.string().regex(/^\d{1,20}$/), z.int().nonnegative()])
  .transform((value) => String(value));
const commit = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
/** Without the characters that JSON of PostgreSQL cannot hold. */
const environment = z
  .string()
  .regex(/^[^\p{Cc}\p{Cs}]{1,255}$/u)
  .nullish()
  .transform((value) => value ?? null);
const refName = /^[^\p{C}\s]{1,500}$/u;
const NAME = '[A-Za-z0-9_.-]{1,255}';

const githubClaims = z.object({
  repository: z.string().regex(new RegExp(`^${NAME}/${NAME}$`)),
  repository_id: digits,
  repository_owner_id: digits,
  workflow_ref: z.string().max(1_000),
  job_workflow_ref: z.string().max(1_000),
  environment,
  event_name: z.string().max(100),
  ref: z
    .string()
    .regex(refName)
    .regex(/^refs\/(?:heads|tags)\//),
  sha: commit,
  run_id: digits,
  run_attempt: digits,
});

/**
 * The events of pull requests. Strangers can write the code of a pull request, so a workflow that
 * builds it must not publish.
 */
const FOREIGN_EVENTS = /^pull_request|^merge_request_event$|^external_pull_request_event$/;

const gitlabClaims = z.object({
  project_path: z.string().regex(new RegExp(`^${NAME}(?:/${NAME})+$`)),
  project_id: digits,
  namespace_id: digits,
  ci_config_ref_uri: z.string().max(1_000),
  environment,
  pipeline_source: z.string().max(100),
  ref: z.string().regex(refName),
  ref_type: z.enum(['branch', 'tag']),
  sha: commit,
  pipeline_id: digits,
  job_id: digits,
});

/**
 * Returns the facts of a verified token. A token with `workflow_ref` is from GitHub Actions, any
 * other from GitLab. Null if its claims are not those of a job that may publish:
 * - A claim has another form, or is missing. Only `environment` is optional.
 * - The job belongs to a pull request or merge request.
 * - The job is defined in a reusable workflow, or in a file of another repository. The author of
 *   that file would publish.
 */
export function factsOf(issuer: string, payload: JWTPayload): CiFacts | null {
  return 'workflow_ref' in payload ? githubFacts(issuer, payload) : gitlabFacts(issuer, payload);
}

function githubFacts(issuer: string, payload: JWTPayload): CiFacts | null {
  const { data: claims } = githubClaims.safeParse(payload);
  if (!claims || FOREIGN_EVENTS.test(claims.event_name)) return null;
  if (claims.job_workflow_ref !== claims.workflow_ref) return null;
  const start = `${claims.repository}/.github/workflows/`;
  if (!claims.workflow_ref.startsWith(start)) return null;
  const [, workflow] = /^([^/@]+)@./.exec(claims.workflow_ref.slice(start.length)) ?? [];
  if (workflow === undefined) return null;
  const { repository, run_id: runId, run_attempt: runAttempt } = claims;
  return {
    provider: 'github',
    issuer,
    repository,
    workflow,
    runId,
    runAttempt,
    repositoryId: claims.repository_id,
    repositoryOwnerId: claims.repository_owner_id,
    environment: claims.environment,
    ref: claims.ref,
    commit: claims.sha,
    runUrl: `${githubOf(issuer)}/${repository}/actions/runs/${runId}/attempts/${runAttempt}`,
  };
}

/** The web address behind an issuer: github.com, or the own server of a company. */
function githubOf(issuer: string): string {
  const { origin } = new URL(issuer);
  return origin === GITHUB_ISSUER ? 'https://github.com' : origin;
}

function gitlabFacts(issuer: string, payload: JWTPayload): CiFacts | null {
  const { data: claims } = gitlabClaims.safeParse(payload);
  if (!claims || FOREIGN_EVENTS.test(claims.pipeline_source)) return null;
  // The host, the project, two slashes, the file and the ref:
  // gitlab.com/ada/mod//.gitlab-ci.yml@refs/heads/main
  const [, project, workflow] =
    /^[^/]+\/(.+?)\/\/([^@]+)@refs\/.+$/.exec(claims.ci_config_ref_uri) ?? [];
  const { project_path: repository, pipeline_id: runId } = claims;
  if (workflow === undefined || project !== repository) return null;
  return {
    provider: 'gitlab',
    issuer,
    repository,
    workflow,
    runId,
    runAttempt: null,
    repositoryId: claims.project_id,
    repositoryOwnerId: claims.namespace_id,
    environment: claims.environment,
    ref: `refs/${claims.ref_type === 'tag' ? 'tags' : 'heads'}/${claims.ref}`,
    commit: claims.sha,
    runUrl: `${issuer}/${repository}/-/pipelines/${runId}`,
  };
}

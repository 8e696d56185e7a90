import { failure } from '../failure.js';
import { texts } from '../language.js';
import { isTransient, requestJson } from './request-json.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** A CI that can prove to the service the repository and the workflow of a job. */
export type Ci = 'github' | 'gitlab';

/** The CI whose variables for an identity token are set, or null. */
export function ciOf(env: Environment): Ci | null {
  if (env['ACTIONS_ID_TOKEN_REQUEST_URL'] && env['ACTIONS_ID_TOKEN_REQUEST_TOKEN']) return 'github';
  return env['MODPORT_ID_TOKEN'] ? 'gitlab' : null;
}

/**
 * The identity token of the CI job. GitHub issues a new one for `audience`, the origin of the
 * service. GitLab puts one into `MODPORT_ID_TOKEN`, if the job has `id_tokens`. Throws
 * `ci_token_missing` if no variables are set or GitHub refuses, and `unreachable` if GitHub fails
 * or cannot be reached.
 */
export async function identityToken(
  env: Environment,
  audience: string,
  signal: AbortSignal,
): Promise<string> {
  const ci = ciOf(env);
  if (ci === null) throw failure('ci_token_missing', { reason: NO_VARIABLES });
  if (ci === 'gitlab') return env['MODPORT_ID_TOKEN'] ?? '';
  return githubToken(env, audience, signal);
}

async function githubToken(
  env: Environment,
  audience: string,
  signal: AbortSignal,
): Promise<string> {
  const url = new URL(env['ACTIONS_ID_TOKEN_REQUEST_URL'] ?? '');
  url.searchParams.set('audience', audience);
  const headers = {
    Authorization: `Bearer ${env['ACTIONS_ID_TOKEN_REQUEST_TOKEN']}`,
    Accept: 'application/json',
  };
  const response = await requestJson(url, { headers }, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    const message = error instanceof Error ? error.message : '';
    throw failure('unreachable', { reason: `GitHub: ${message}` });
  });
  const { ok, status, body } = response;
  if (ok && typeof body === 'object' && body !== null && 'value' in body) {
    if (typeof body.value === 'string' && body.value !== '') return body.value;
  }
  if (isTransient(status)) throw failure('unreachable', { reason: `GitHub: status ${status}` });
  throw failure('ci_token_missing', { reason: REFUSED(status) });
}

const NO_VARIABLES = texts({
  en: 'neither the variables of GitHub Actions (permissions: id-token: write) nor MODPORT_ID_TOKEN of GitLab (id_tokens) are set.',
  de: 'weder die Variablen von GitHub Actions (permissions: id-token: write) noch MODPORT_ID_TOKEN von GitLab (id_tokens) sind gesetzt.',
  ru: 'не заданы ни переменные GitHub Actions (permissions: id-token: write), ни MODPORT_ID_TOKEN GitLab (id_tokens).',
});

const REFUSED = (status: number) =>
  texts({
    en: `it responded with status ${status}.`,
    de: `sie antwortete mit Status ${status}.`,
    ru: `получен статус ${status}.`,
  });

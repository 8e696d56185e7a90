import type { Context } from '../command.js';
import { connection, selectedServer } from '../connection.js';
import type { Connection } from '../connection.type.js';
import { failure } from '../failure.js';
import { texts } from '../language.js';
import { isUnencrypted } from '../server-address.js';
import { ciOf, identityToken } from './ci-token.js';
import type { LoadedManifest } from './manifest.js';
import { isTransient, requestJson } from './request-json.js';

/**
 * Whether to publish with the identity of the CI job: if the user requests it (`isRequested`), or
 * if the job has an identity and `MODPORT_TOKEN` is not set.
 */
export function wantsTrustedPublishing({ env }: Context, isRequested: boolean): boolean {
  return isRequested || (!env['MODPORT_TOKEN'] && ciOf(env) !== null);
}

/** The OAuth client id of the tokens that a CI job gets from the service. */
const CI_CLIENT = 'modport-ci';
/**
 * The age at which an access token is replaced. A token lasts 15 minutes, and an upload may last
 * longer.
 */
const RENEW_AFTER_MS = 13 * 60_000;

/**
 * Connects with the identity of the CI job. The credential is for the mod of the manifest only, and
 * is replaced before it expires. Throws:
 * - `manifest_invalid` if the manifest names no id of the mod
 * - `server_unencrypted`, and the errors of `selectedServer`
 * - `ci_token_missing` if the CI issues no identity token
 * - `sign_in_failed` if the service refuses it
 * - `unreachable` if the CI or the service fails, or cannot be reached
 */
export async function connectFromCi(
  context: Context,
  { mod: { id } }: LoadedManifest,
): Promise<Connection> {
  const server = await selectedServer(context);
  if (isUnencrypted(server)) throw failure('server_unencrypted', { server });
  if (id === undefined) throw failure('manifest_invalid', { file: 'mod', reason: NO_ID });
  let token = await exchange(context, server, id);
  let obtainedAt = performance.now();
  const again = async () => {
    token = await exchange(context, server, id);
    obtainedAt = performance.now();
    return token;
  };
  return connection(context, server, {
    clientId: CI_CLIENT,
    current: async () => (performance.now() - obtainedAt < RENEW_AFTER_MS ? token : again()),
    renew: async (refused) => (refused === token ? again() : token),
  });
}

/**
 * Exchanges the identity token of the job for an access token (RFC 8693). Outputs hide both. Throws
 * `ci_token_missing`, `sign_in_failed` and `unreachable`.
 */
async function exchange(
  { env, signal, secrets }: Context,
  server: string,
  modId: string,
): Promise<string> {
  const subject = await identityToken(env, server, signal);
  secrets.hide(subject);
  const request = {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: subject,
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      audience: server,
      resource: `${server}/v1/mods/${modId}`,
    }),
  };
  const response = await requestJson(`${server}/oauth/token`, request, signal).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      throw failure('unreachable', { reason: error instanceof Error ? error.message : '' });
    },
  );
  const { ok, status, body } = response;
  const token = memberOf(body, 'access_token');
  if (!ok || token === null) {
    const told = memberOf(body, 'error_description') ?? memberOf(body, 'error');
    const reason = told ?? `status ${status}`;
    throw isTransient(status)
      ? failure('unreachable', { reason })
      : failure('sign_in_failed', { reason });
  }
  secrets.hide(token);
  return token;
}

function memberOf(body: unknown, name: string): string | null {
  if (typeof body !== 'object' || body === null || !(name in body)) return null;
  const value = (body as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : null;
}

const NO_ID = texts({
  en: 'trusted publishing needs the id of the mod: [mod] id = "…".',
  de: 'vertrauenswürdiges Veröffentlichen braucht die ID der Mod: [mod] id = "…".',
  ru: 'доверенной публикации нужен id мода: [mod] id = "…".',
});

import { randomUUID } from 'node:crypto';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Actor, Json } from '../../actors.js';
import type { World } from '../../harness.js';
import type { KeptFile, ProviderServer } from '../../provider-server.js';
import { draftVersion } from '../../publishing.js';
import { declaredReference, digestOf } from '../../references.js';
import { runJob } from '../catalog/stored-mod.js';

/** All switches on, with one test server in place of all providers. */
export function switchedOn({ origin }: ProviderServer): NodeJS.ProcessEnv {
  const names = ['GITHUB', 'MODRINTH', 'HANGAR', 'CODEBERG'];
  return {
    EXTERNAL_REGISTRATION_ENABLED: 'true',
    EXTERNAL_WORKER_ENABLED: 'true',
    EXTERNAL_RESOLVE_ENABLED: 'true',
    ...Object.fromEntries(
      names.flatMap((name) => [
        [`EXTERNAL_${name}_ENABLED`, 'true'],
        [`EXTERNAL_${name}_BASE_URL`, origin],
      ]),
    ),
  };
}

/** The declaration that a client sends for a file at a provider. */
export function declared(file: KeptFile, bytes: Uint8Array, more: object = {}): Json {
  const body = declaredReference(bytes, { locator: file.locator });
  const further =
    file.provider === 'modrinth'
      ? { sha512: digestOf('sha512', bytes), sha1: digestOf('sha1', bytes) }
      : {};
  return { ...body, expected_hashes: { ...body.expected_hashes, ...further }, ...more };
}

/** A version that refers to a file, with the IDs from the registration response. */
export interface Referred {
  readonly modId: string;
  readonly versionId: string;
  readonly artifactId: string;
  readonly referenceId: string;
  readonly jobId: string;
}

/** Creates a version of a mod that refers to a file, before any examination. */
export async function refer(actor: Actor, modId: string, body: Json): Promise<Referred> {
  const versionId: string = (await draftVersion(actor, modId, { version: randomUUID() })).id;
  const made = await register(actor, { modId, versionId }, body);
  if (made.status !== 202) throw new Error(`not registered: ${made.text}`);
  const { artifact_id, reference_id, validation_job_id } = made.body.data;
  return {
    modId,
    versionId,
    artifactId: artifact_id,
    referenceId: reference_id,
    jobId: validation_job_id,
  };
}

/** Sends a registration. */
export function register(
  actor: Actor,
  { modId, versionId }: { readonly modId: string; readonly versionId: string },
  body: Json,
  key: string = randomUUID(),
) {
  const path = `/mods/${modId}/versions/${versionId}/external-artifact`;
  return actor.post(path, body, { 'Idempotency-Key': key });
}

/** Reads the state of a registration's examination. */
export async function examinationOf(actor: Actor, { jobId }: Referred): Promise<Json> {
  const read = await actor.get(`/external-artifact-validation-jobs/${jobId}`);
  if (read.status !== 200) throw new Error(`no examination: ${read.text}`);
  return read.body.data;
}

/** Advances the clock through all attempts of an examination and runs them. */
export async function runAllAttempts(world: World): Promise<void> {
  for (let attempt = 0; attempt < LIMITS.referenceAttempts; attempt += 1) {
    await world.settled();
    world.clock.advance(1_000);
  }
  await world.settled();
}

/** Advances the clock by days and runs the reference checks that are due. */
export async function passDays(world: World, days: number): Promise<void> {
  world.clock.advance(days * 24 * 3_600 + 60);
  await runJob(world, 'check-references');
}

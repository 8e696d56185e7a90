import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { modportJson, temporaryFolder } from './cli.js';
import { FACTS } from './facts.js';
import { CREATOR, newProject } from './mod-project.js';

/**
 * Publishes a new mod, and creates a further draft version of it and a file of about `bytes` bytes.
 * `args` are those of `modport upload` for this file, and `publish` publishes the draft.
 */
export async function draftOf(bytes: number) {
  const { folder, slug } = newProject();
  const { data } = await modportJson(['publish'], { cwd: folder, env: CREATOR });
  const { id } = await post(`/v1/mods/${data.mod_id}/versions`, { version: '2.0.0' });
  // Random bytes that are stored as they are, so that the archive is as long as its content.
  const half = (): [Uint8Array, { level: 0 }] => [randomBytes(bytes / 2), { level: 0 }];
  const archive = zipSync({ 'a.bin': half(), 'b.bin': half() });
  writeFileSync(join(folder, 'build', 'second.zip'), archive);
  const sha256 = createHash('sha256').update(archive).digest('hex');
  const args = ['upload', 'build/second.zip', `${slug}@2.0.0`];
  const publish = () => post(`/v1/mods/${data.mod_id}/versions/${id}/publish`, {});
  return { sha256, size: archive.length, slug, args, publish, options: optionsOf(folder) };
}

/** Options of runs in a folder, with one home, where an interrupted upload is remembered. */
export function optionsOf(cwd: string) {
  return { cwd, env: { ...CREATOR, MODPORT_HOME: temporaryFolder() } };
}

const post = async (path: string, body: object) =>
  (await api<{ id: string }>('POST', path, body)).data;

/** Calls the service as the creator, without the program. Throws for an error response. */
export async function api<T>(method: string, path: string, body?: object): Promise<{ data: T }> {
  const response = await fetch(`${FACTS.base_url}${path}`, {
    method,
    headers: {
      'User-Agent': 'cli-tests/1.0 (+https://example.org)',
      'X-Service-Client': 'cli-tests',
      'X-Service-Client-Version': '1.0',
      'Content-Type': 'application/json',
      Authorization: `Bearer ${FACTS.token}`,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as { data: T };
}

interface OwnVersion {
  readonly id: string;
  readonly version: string;
  readonly status: string;
  readonly loader_platforms: readonly string[];
}

/** The first page of the versions of a mod of the creator, also drafts, the newest first. */
export async function ownVersions(slug: string): Promise<readonly OwnVersion[]> {
  const { data } = await api<{ id: string; mod: { slug: string } | null }[]>(
    'GET',
    '/v1/me/resources?limit=100',
  );
  const id = data.find(({ mod }) => mod?.slug === slug)?.id;
  return (await api<OwnVersion[]>('GET', `/v1/mods/${id}/versions`)).data;
}

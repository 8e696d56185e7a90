import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { modportJson, temporaryFolder } from './cli.js';
import { FACTS } from './facts.js';
import { CREATOR, newProject } from './mod-project.js';

/** A published mod with a further draft version, and the file to upload for it. */
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

async function post(path: string, body: object): Promise<{ readonly id: string }> {
  const response = await fetch(`${FACTS.base_url}${path}`, {
    method: 'POST',
    headers: {
      'User-Agent': 'cli-tests/1.0 (+https://example.org)',
      'X-Service-Client': 'cli-tests',
      'X-Service-Client-Version': '1.0',
      'Content-Type': 'application/json',
      Authorization: `Bearer ${FACTS.token}`,
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { data: { id: string } }).data;
}

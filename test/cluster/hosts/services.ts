import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signatureArchive } from '../../platform/scanner/clamd.js';
import { type Disk, mountDisk } from './disks.js';
import type { Host } from './network.js';
import { type Supervised, supervise } from './supervised.js';

/** The bytes that the antivirus of the cluster detects. */
export const MALWARE = Buffer.from('modport-cluster-test-malware');

export const S3 = { bucket: 'modport', keyId: 'modport', secret: 'for-tests-alone', port: 7070 };
export const MEILISEARCH_KEY = 'for-tests-alone-and-nothing-else';

/** A service with a small disk. */
export interface WithDisk extends Supervised {
  readonly disk: Disk;
}

async function folderOf(host: Host, parent: string): Promise<string> {
  const folder = join(parent, host.name);
  await mkdir(folder, { recursive: true });
  return folder;
}

/** Starts Redis without persistence, so that a restart empties it. */
export async function startRedis(host: Host, parent: string): Promise<Supervised> {
  const folder = await folderOf(host, parent);
  const settings = ['--save', '', '--appendonly', 'no', '--protected-mode', 'no'];
  const command = ['redis-server', '--port', '6379', '--bind', '0.0.0.0', ...settings];
  return supervise(host, { name: 'redis', command, folder });
}

/** Starts versitygw over a folder. */
export async function startS3(host: Host, parent: string, program: string): Promise<WithDisk> {
  const folder = await folderOf(host, parent);
  const disk = await mountDisk(join(folder, 'disk'), 2048);
  const [objects, attributes] = [join(disk.path, 'objects'), join(folder, 'attributes')];
  await mkdir(join(objects, S3.bucket), { recursive: true });
  await mkdir(attributes);
  const command = [
    program,
    '--access',
    S3.keyId,
    '--secret',
    S3.secret,
    '--port',
    `0.0.0.0:${S3.port}`,
    '--quiet',
    '--keep-alive',
    'posix',
    '--sidecar',
    attributes,
    objects,
  ];
  return { ...supervise(host, { name: 's3', command, folder }), disk };
}

/** Starts Meilisearch. */
export async function startMeilisearch(
  host: Host,
  parent: string,
  program: string,
): Promise<WithDisk> {
  const folder = await folderOf(host, parent);
  const disk = await mountDisk(join(folder, 'disk'), 512);
  const folders = ['db-path', 'dump-dir', 'snapshot-dir'].flatMap((name) => [
    `--${name}`,
    join(disk.path, name),
  ]);
  const command = [program, '--no-analytics', '--http-addr', '0.0.0.0:7700', ...folders];
  const env = { MEILI_MASTER_KEY: MEILISEARCH_KEY, MEILI_MAX_INDEXING_MEMORY: '100MiB' };
  return { ...supervise(host, { name: 'meilisearch', command, env, folder }), disk };
}

/** Starts clamd with one signature of its own. */
export async function startClamd(host: Host, parent: string): Promise<Supervised> {
  const folder = await folderOf(host, parent);
  const signature = `Modport.Cluster.Test:0:*:${MALWARE.toString('hex')}\n`;
  await writeFile(join(folder, 'local.ndb'), signature);
  // Signatures without a time of their own would be of unknown age.
  await writeFile(join(folder, 'daily.cud'), signatureArchive(new Date()));
  const lines = [
    `DatabaseDirectory ${folder}`,
    `TemporaryDirectory ${folder}`,
    'TCPAddr 0.0.0.0',
    'TCPSocket 3310',
    'Foreground yes',
    'AlertExceedsMax yes',
    'User root',
  ];
  const config = join(folder, 'clamd.conf');
  await writeFile(config, `${lines.join('\n')}\n`);
  const command = ['clamd', '--config-file', config];
  return supervise(host, { name: 'clamd', command, folder, env: { TZ: 'UTC' } });
}

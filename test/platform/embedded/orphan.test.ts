import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Cluster } from '../../../src/platform/embedded/cluster.js';
import { stopOrphan } from '../../../src/platform/embedded/signal.js';
import { temporaryFolder } from '../../temporary-folder.js';

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** A process that looks like the server of a folder, and the pid file of that folder. */
async function leftServer(name: string) {
  const folder = await mkdtemp(join(temporaryFolder(), 'modport-orphan-'));
  folders.push(folder);
  const server = spawn('sleep', ['60'], { argv0: `${name} -D ${folder}`, stdio: 'ignore' });
  await once(server, 'spawn');
  const file = join(folder, 'postmaster.pid');
  await writeFile(file, `${server.pid}\n${folder}\n0\n5432\n`);
  // Only these two members are used on POSIX systems.
  const cluster = { folder, binaries: {} } as Cluster;
  return { server, cluster, pidInFile: async () => (await readFile(file, 'utf8')).split('\n')[0] };
}

async function end(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}

describe.skipIf(process.platform === 'win32')('a server that a killed process left', () => {
  it('the server is stopped', async () => {
    const { server, cluster } = await leftServer('postgres');
    const ended = once(server, 'exit');
    await stopOrphan(cluster);
    expect((await ended)[1]).toBe('SIGINT');
  });

  it('a server that survives every signal is an error, and keeps its pid file', async () => {
    const { server, cluster, pidInFile } = await leftServer('postgres');
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    try {
      await expect(stopOrphan(cluster, 20)).rejects.toThrow(/does not end/);
      expect(kill.mock.calls.map(([, signal]) => signal)).toEqual(['SIGINT', 'SIGQUIT', 'SIGKILL']);
    } finally {
      kill.mockRestore();
    }
    expect(await pidInFile()).toBe(String(server.pid));
    await end(server);
  });

  it('another program with the pid of the server is left alone', async () => {
    const { server, cluster, pidInFile } = await leftServer('editor');
    await stopOrphan(cluster);
    expect([server.exitCode, server.signalCode]).toEqual([null, null]);
    expect(await pidInFile()).toBe(String(process.pid));
    await end(server);
  });
});

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { download } from '@modport/client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundled, PACKAGE, start } from './support/child.js';
import { namesBeside, sha256Of } from './support/files.js';
import { temporaryFolder } from './support/folder.js';
import { BASE_URL, fetches, mod, testClient, withFaults } from './support/service.js';

const file = mod('large-pack');
let program: string;
let target: string;

beforeAll(async () => {
  program = await bundled(join(PACKAGE, 'test/support/download-child.ts'));
});
beforeEach(async () => {
  target = join(await temporaryFolder(), 'mod.zip');
});

const child = (env: Readonly<Record<string, string>> = {}) =>
  start(process.execPath, [program, BASE_URL, file.artifact_id, target], env);
const sha256 = () => sha256Of(target);
const names = () => namesBeside(target);

describe('download in several processes', () => {
  it('one of two processes on one target wins and the other says that it is busy', async () => {
    const first = child({ HOLD: '1' });
    await first.saw('holding');
    const second = await child().ended;
    expect(second).toMatchObject({ code: 1, output: 'refused busy\n' });
    first.say('go');
    expect((await first.ended).output).toContain(`done ${file.sha256}`);
    expect(await sha256()).toBe(file.sha256);
    expect(await names()).toEqual(['mod.zip']);
  });

  it('a killed process leaves bytes from which the next one goes on', async () => {
    const first = child({ PAUSE_AT: '2000000' });
    await first.saw('paused');
    first.process.kill('SIGKILL');
    await first.ended;
    expect(await names()).toContain('mod.zip.part');
    expect(await names()).not.toContain('mod.zip');
    await withFaults();
    await download(testClient(), file.artifact_id, target);
    expect(Number((await fetches())[0]?.range?.slice(6, -1))).toBeGreaterThanOrEqual(2_000_000);
    expect(await sha256()).toBe(file.sha256);
    expect(await names()).toEqual(['mod.zip']);
  });

  it.runIf(process.platform !== 'win32')(
    'a full disk is said plainly, and more room goes on',
    async () => {
      const limited = `trap '' XFSZ; ulimit -f 1000; exec "$@"`;
      const args = [process.execPath, program, BASE_URL, file.artifact_id, target];
      const full = await start('bash', ['-c', limited, 'bash', ...args]).ended;
      expect(full).toMatchObject({ code: 1, output: 'refused disk_full\n' });
      expect(await names()).toEqual(['mod.zip.part', 'mod.zip.part.json']);
      expect((await stat(`${target}.part`)).size).toBe(1000 * 1024);
      await withFaults();
      await download(testClient(), file.artifact_id, target);
      expect((await fetches())[0]?.range).toBe(`bytes=${1000 * 1024}-`);
      expect(await sha256()).toBe(file.sha256);
    },
  );
});

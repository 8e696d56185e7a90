import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modport, modportJson, start, temporaryFolder } from './cli.js';
import { draftOf, optionsOf } from './drafts.js';
import { faults, forget, requests } from './faults.js';

const MEBIBYTE = 1024 * 1024;
/** The service takes larger files in parts of 16 MiB. */
const SINGLE_LIMIT = 100 * MEBIBYTE;
const PARTS = 7;

/** The successful writes to the store since the last `forget`. */
async function sent(): Promise<number> {
  const all = await requests();
  return all.filter(({ method, status }) => method === 'PUT' && status === 200).length;
}

/** The idempotency keys of the requests for a session: one key stands for one session. */
async function sessionKeys(): Promise<readonly (string | undefined)[]> {
  const created = (await requests()).filter(({ path }) => path === '/v1/uploads');
  return created.map(({ headers }) => headers['idempotency-key']);
}

/** Starts the program, and kills it as soon as the condition is true. */
async function killedDuring(
  args: readonly string[],
  options: ReturnType<typeof optionsOf>,
  isTime: () => Promise<boolean>,
): Promise<void> {
  const running = start(args, options);
  while (running.child.exitCode === null && !(await isTime()));
  running.child.kill('SIGKILL');
  expect((await running.ended).code).toBeNull();
}

/** The SHA-256 of the file of a published version, as an anonymous client downloads it. */
async function downloaded(reference: string): Promise<string> {
  const cwd = temporaryFolder();
  const { code } = await modport(['download', reference, '--output', 'file.zip'], { cwd });
  expect(code).toBe(0);
  return createHash('sha256')
    .update(readFileSync(join(cwd, 'file.zip')))
    .digest('hex');
}

describe('modport upload', () => {
  it('modport upload sends a small file with one request, and its bytes are those of the version', async () => {
    const { args, options, sha256, size, slug, publish } = await draftOf(50_000);
    await forget();
    const { code, data } = await modportJson(args, options);
    expect({ code, ...data }).toMatchObject({ code: 0, status: 'ready', sha256, size_bytes: size });
    expect(await sent()).toBe(1);
    await publish();
    expect(await downloaded(`${slug}@2.0.0`)).toBe(sha256);
  });

  it('modport upload names a missing file whose name ends like a lock', async () => {
    const { options, slug } = await draftOf(100);
    const path = join(temporaryFolder(), 'notes.lock');
    const { error } = await modportJson(['upload', path, `${slug}@2.0.0`], options);
    expect(error).toMatchObject({ exit_code: 7, file: path });
    expect(error.message).toBe(`${path}: it does not exist`);
  });

  it('modport upload sends a large file in parts, and continues with the missing ones after kill -9', async () => {
    const { args, options, sha256, slug, publish } = await draftOf(SINGLE_LIMIT + MEBIBYTE);
    await forget();
    await killedDuring(args, options, async () => (await sent()) > 0);
    const before = await sent();
    await forget();
    const { code, data, stderr } = await modportJson(args, options);
    expect({ code, stderr, ...data }).toMatchObject({
      code: 0,
      stderr: '',
      status: 'ready',
      sha256,
    });
    const again = await sent();
    expect([again > 0, again <= PARTS - before]).toEqual([true, true]);
    await publish();
    expect(await downloaded(`${slug}@2.0.0`)).toBe(sha256);
  });

  it('modport upload continues a file of one request that kill -9 cut', async () => {
    const { args, options, sha256 } = await draftOf(500_000);
    const match = { method: 'PUT', path: '^/storage/' };
    await faults({ match, times: 99, fault: { kind: 'cut-request', after: 100_000 } });
    await forget();
    await killedDuring(args, options, async () =>
      (await requests()).some(({ method }) => method === 'PUT'),
    );
    const before = await sessionKeys();
    await faults();
    await forget();
    expect(await modportJson(args, options)).toMatchObject({ code: 0, data: { sha256 } });
    expect(await sent()).toBe(1);
    expect([before.length, await sessionKeys()]).toEqual([1, before]);
  });

  it('modport upload sends nothing again if the service has the file already', async () => {
    const { args, options } = await draftOf(50_000);
    // The scan is over, but the run does not hear of it.
    const match = { method: 'GET', path: '^/v1/uploads/' };
    await faults({ match, times: 99, fault: { kind: 'refuse' } });
    expect((await modport(args, options)).code).toBe(5);
    await faults();
    await forget();
    expect((await modport(args, options)).code).toBe(0);
    expect(await sent()).toBe(0);
  });
});

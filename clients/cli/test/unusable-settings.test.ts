import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { modportJson, temporaryFolder } from './cli.js';
import { SECRET } from './deliveries.js';

const errorOf = async (...run: Parameters<typeof modportJson>) => {
  const { code, error } = await modportJson(...run);
  return { exit: code, code: error.code, message: error.message };
};

describe('settings and places that a command cannot use', () => {
  it('a token with a line break is a wrong setting, which the message names', async () => {
    const env = { MODPORT_TOKEN: 'mpat_1\n' };
    const error = await errorOf(['whoami'], { env });
    expect(error).toMatchObject({ exit: 2, code: 'usage' });
    expect(error.message).toContain('MODPORT_TOKEN has spaces, line breaks');
  });

  it('a port in use is a wrong argument, which the message names', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const env = { MODPORT_WEBHOOK_SECRET: SECRET };
    const error = await errorOf(['webhooks', 'listen', '--port', String(port)], { env });
    expect(error).toMatchObject({ exit: 2, code: 'usage' });
    expect(error.message).toContain(`Port ${port} is in use`);
  });

  it('a missing folder is named if a download should go there', async () => {
    const folder = join(temporaryFolder(), 'missing');
    const error = await errorOf(['download', 'stand-alone', '-o', join(folder, 'mod.zip')]);
    expect(error).toMatchObject({ exit: 7, message: `${folder}: it does not exist` });
  });

  it('a folder without access is reported for the file, and not for a lock', async () => {
    const folder = '/proc/self';
    const error = await errorOf(['download', 'stand-alone', '-o', join(folder, 'mod.zip')]);
    expect(error).toMatchObject({ exit: 7 });
    expect(error.message).toMatch(/^\/proc\/self\/mod\.zip: /);
  });

  it('a file in the place of the folder of mods is said to be in its place', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const error = await errorOf(['install', 'stand-alone', '--into', file]);
    const message = `${file} cannot be used: something else is in its place`;
    expect(error).toMatchObject({ exit: 7, message });
  });
});
